// Written by us; see warplens/cub_device_scan.h. It brings the states of tiles along, as NVIDIA's does.
#pragma once

#include "../../warplens/cub_device_scan.h"
#include "../../warplens/cub_look_back.h"
