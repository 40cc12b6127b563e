// Byte orders of the network and addresses as text.
#pragma once

#include "../../warplens/linkage.h"
#include "../netinet/in.h"

__WL_BEGIN_C
in_addr_t inet_addr(const char*);
char* inet_ntoa(struct in_addr);
int inet_pton(int, const char*, void*);
const char* inet_ntop(int, const void*, char*, unsigned int);
__WL_END_C
