// The host's part of cuRAND's MTGP32, of which programs give the parameters to device code. Declarations: the simulator does
// not run this generator, and refuses its calls by name. Reference: cuRAND documentation, "Device API".
#pragma once

#include "curand.h"
#include "curand_mtgp32.h"
#include "curand_mtgp32dc_p_11213.h"

extern "C" {
curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t* params, mtgp32_kernel_params_t* result);
curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t* states, mtgp32_params_fast_t* params, mtgp32_kernel_params_t* constants, int count, unsigned long long seed);
}
