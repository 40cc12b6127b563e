// Addresses of sockets within one system.
#pragma once

#include "socket.h"

struct sockaddr_un { sa_family_t sun_family; char sun_path[108]; };
