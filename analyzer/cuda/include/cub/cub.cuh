// CUB as its documentation shows it: collectives of warps and blocks, and algorithms over the whole device as kernels of our own.
#pragma once

#include "../warplens/cub_collectives.h"
#include "../warplens/cub_device_each.h"
#include "../warplens/cub_device_reduce.h"
#include "../warplens/cub_device_scan.h"
#include "../warplens/cub_device_sort.h"
#include "../warplens/cub_iterator.h"
#include "../warplens/cub_allocator.h"
