// The parameters of cuRAND's MTGP32 for the exponent 11213: a name alone, as the simulator does not run the generator.
#pragma once

#include "curand_mtgp32.h"

static mtgp32_params_fast_t mtgp32dc_params_fast_11213[CURAND_NUM_MTGP32_PARAMS];
