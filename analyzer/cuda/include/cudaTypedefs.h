// The driver API under its C++ wrapper name.
#pragma once

#include "cuda.h"
