// Of cuRAND's device functions Poisson numbers: all of them are in one header of ours.
#pragma once

#include "curand_kernel.h"
