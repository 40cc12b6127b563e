// Written by us; see warplens/thrust_vector.h. What fills a vector comes with it, as in CCCL.
#pragma once

#include "../warplens/thrust_vector.h"
#include "generate.h"
