// Memory functions under their older name.
#pragma once

#include "string.h"
