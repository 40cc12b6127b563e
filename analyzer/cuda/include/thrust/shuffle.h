// Written by us; see warplens/thrust_shuffle.h.
#pragma once

#include "../warplens/thrust_shuffle.h"
