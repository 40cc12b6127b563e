// Types of cuRAND's MTGP32, whose members programs do not touch.
#pragma once

#include "curand_kernel.h"

#define CURAND_NUM_MTGP32_PARAMS 200
struct mtgp32_params_fast { unsigned char opaque[208]; };
typedef struct mtgp32_params_fast mtgp32_params_fast_t;
struct mtgp32_kernel_params { unsigned int opaque[5 * CURAND_NUM_MTGP32_PARAMS * 16]; };
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
