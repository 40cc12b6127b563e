// Written by us; see warplens/thrust_core.h.
#pragma once

#include "../warplens/thrust_core.h"
