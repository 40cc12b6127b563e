// Locks: all of them are in <mutex>.
#pragma once
#include <mutex>
