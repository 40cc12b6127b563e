// Condition variables: all of them are in <condition_variable>.
#pragma once
#include <condition_variable>
