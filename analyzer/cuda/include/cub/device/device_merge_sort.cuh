// Written by us; see warplens/cub_device_sort.h.
#pragma once

#include "../../warplens/cub_device_sort.h"
