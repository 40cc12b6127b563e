// Of cuRAND's device functions what the generators share: all of them are in one header of ours.
#pragma once

#include "curand_kernel.h"
