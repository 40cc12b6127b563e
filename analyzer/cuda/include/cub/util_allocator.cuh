// Written by us; see warplens/cub_allocator.h.
#pragma once

#include "../warplens/cub_allocator.h"
