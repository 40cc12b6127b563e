// Written by us; see warplens/cub_iterator.h.
#pragma once

#include "../../warplens/cub_iterator.h"
