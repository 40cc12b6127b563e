// Of cuRAND's device functions the counter-based generator: all of them are in one header of ours.
#pragma once

#include "curand_kernel.h"
