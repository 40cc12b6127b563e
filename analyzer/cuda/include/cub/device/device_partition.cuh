// Written by us; see warplens/cub_device_scan.h.
#pragma once

#include "../../warplens/cub_device_scan.h"
