// Written by us; see warplens/thrust_functional.h.
#pragma once

#include "../warplens/thrust_functional.h"
