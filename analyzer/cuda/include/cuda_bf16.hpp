// Part of `cuda_bf16.h` here.
#pragma once

#include "cuda_bf16.h"
