// Written by us; see warplens/cub_device_each.h.
#pragma once

#include "../../warplens/cub_device_each.h"
