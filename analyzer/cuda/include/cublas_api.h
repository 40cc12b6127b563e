// Part of `cublas_v2.h` here.
#pragma once

#include "cublas_v2.h"
