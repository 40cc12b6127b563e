// Part of `vector_functions.h` here.
#pragma once

#include "vector_functions.h"
