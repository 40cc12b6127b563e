// POSIX types.
#pragma once
#include "../posix_types.h"
