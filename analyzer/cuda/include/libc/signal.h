// Signals, which nobody sends here: handlers are kept, and run when the program raises one itself.
#pragma once

#include "../warplens/linkage.h"

typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef unsigned long sigset_t;
struct sigaction {
  union {
    __sighandler_t sa_handler;
    void (*sa_sigaction)(int, void*, void*);
  };
  sigset_t sa_mask;
  int sa_flags;
};
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
__WL_BEGIN_C
__sighandler_t signal(int, __sighandler_t);
int raise(int);
int kill(int, int);
int sigaction(int, const struct sigaction*, struct sigaction*);
int sigemptyset(sigset_t*);
int sigfillset(sigset_t*);
int sigaddset(sigset_t*, int);
unsigned int alarm(unsigned int);
__WL_END_C
