// Written by us; see warplens/thrust_complex.h.
#pragma once

#include "../warplens/thrust_complex.h"
