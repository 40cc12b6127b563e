// Written by us; see warplens/thrust_sort.h.
#pragma once

#include "../warplens/thrust_sort.h"
