// CUB as its documentation shows it. Collectives of warps and blocks: reductions and scans have bodies, the others are declared.
// Algorithms over the whole device run as kernels of our own.
#pragma once

#include "../warplens/cub_collectives.h"
#include "../warplens/cub_device_each.h"
#include "../warplens/cub_device_reduce.h"
#include "../warplens/cub_device_scan.h"
#include "../warplens/cub_device_sort.h"
#include "../warplens/cub_iterator.h"
#include "../warplens/cub_allocator.h"
