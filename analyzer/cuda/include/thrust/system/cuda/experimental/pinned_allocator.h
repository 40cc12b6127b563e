// Written by us; see warplens/thrust_vector.h.
#pragma once

#include "../../../../warplens/thrust_vector.h"
