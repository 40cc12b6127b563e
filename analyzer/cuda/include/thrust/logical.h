// Written by us; see warplens/thrust_reduce.h.
#pragma once

#include "../warplens/thrust_reduce.h"
