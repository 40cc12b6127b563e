// Names of hosts, as declarations: a simulated program has no network, and a run that asks says so.
#pragma once

#include "netinet/in.h"
#include "sys/socket.h"
#include "../warplens/linkage.h"

struct hostent {
  char* h_name;
  char** h_aliases;
  int h_addrtype, h_length;
  char** h_addr_list;
};
#define h_addr h_addr_list[0]

struct addrinfo {
  int ai_flags, ai_family, ai_socktype, ai_protocol;
  socklen_t ai_addrlen;
  struct sockaddr* ai_addr;
  char* ai_canonname;
  struct addrinfo* ai_next;
};

#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define EAI_NONAME -2
#define EAI_AGAIN -3
#define EAI_FAIL -4

__WL_BEGIN_C
struct hostent* gethostbyname(const char*);
int getaddrinfo(const char* node, const char* service, const struct addrinfo* hints, struct addrinfo** result);
void freeaddrinfo(struct addrinfo*) __WL_NOTHROW;
const char* gai_strerror(int) __WL_NOTHROW;
int getnameinfo(const struct sockaddr*, socklen_t, char* host, socklen_t, char* service, socklen_t, int flags);
__WL_END_C
