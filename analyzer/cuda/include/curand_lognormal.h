// Of cuRAND's device functions log-normal numbers: all of them are in one header of ours.
#pragma once

#include "curand_kernel.h"
