// Written by us; see warplens/thrust_random.h.
#pragma once

#include "../warplens/thrust_random.h"
