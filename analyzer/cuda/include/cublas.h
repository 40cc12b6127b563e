// The current interface under its older name.
#pragma once

#include "cublas_v2.h"
