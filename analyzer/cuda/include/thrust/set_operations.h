// Written by us; see warplens/thrust_set.h.
#pragma once

#include "../warplens/thrust_set.h"
