// Waiting for other processes, as declarations: a simulated program has none, and a run that starts one says so.
#pragma once

#include "../unistd.h"

#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((status) & 0xffff) - 1u < 0xffu)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
__WL_BEGIN_C
pid_t wait(int*);
pid_t waitpid(pid_t, int*, int);
__WL_END_C
