// Libraries that are loaded while a program runs: the driver's is the only one that a simulated program can load.
#pragma once

#include "../warplens/linkage.h"

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_DEFAULT ((void*)0)
#define RTLD_NEXT ((void*)-1)
__WL_BEGIN_C
void* dlopen(const char*, int);
void* dlsym(void*, const char*);
int dlclose(void*);
char* dlerror();
__WL_END_C
