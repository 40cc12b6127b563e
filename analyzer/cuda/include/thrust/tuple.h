// Written by us; see warplens/thrust_tuple.h.
#pragma once

#include "../warplens/thrust_tuple.h"
