// Written by us; see warplens/thrust_optional.h.
#pragma once

#include "../warplens/thrust_optional.h"
