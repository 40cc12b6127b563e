// Written by us; see warplens/thrust_iterator.h.
#pragma once

#include "../../warplens/thrust_iterator.h"
