// `__pipeline_*` and, as in CUDA's own header, `nvcuda::experimental::pipeline`'s successor `cuda::pipeline`.
#pragma once

#include "cuda_pipeline_primitives.h"
