// Written by us; see warplens/thrust_pointer.h.
#pragma once

#include "../warplens/thrust_pointer.h"
