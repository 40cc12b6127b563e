// Profiler names of CUDA objects: no effect here.
#pragma once

#include "nvToolsExt.h"
