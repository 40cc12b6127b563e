// Written by us; see warplens/thrust_select.h.
#pragma once

#include "../warplens/thrust_select.h"
