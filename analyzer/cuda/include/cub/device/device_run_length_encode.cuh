// Written by us; see warplens/cub_device_reduce.h.
#pragma once

#include "../../warplens/cub_device_reduce.h"
