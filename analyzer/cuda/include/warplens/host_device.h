// Functions of `cuda::std` that are written here, for both sides.
#pragma once

#define __WL_STD inline __host__ __device__ constexpr
