// Written by us; see warplens/thrust_scan.h.
#pragma once

#include "../warplens/thrust_scan.h"
