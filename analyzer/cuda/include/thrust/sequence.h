// Written by us; see warplens/thrust_transform.h.
#pragma once

#include "../warplens/thrust_transform.h"
