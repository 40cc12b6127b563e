// Terminals, as declarations: a simulated program has none, and a run that sets one says so. Numbers and layouts are those of
// Linux with 64 bits.
#pragma once

#include "../warplens/linkage.h"

typedef unsigned char cc_t;
typedef unsigned int speed_t;
typedef unsigned int tcflag_t;
struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_line;
  cc_t c_cc[32];
  speed_t c_ispeed, c_ospeed;
};

#define VINTR 0
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define ICRNL 0400
#define IXON 02000
#define OPOST 1
#define ISIG 1
#define ICANON 2
#define ECHO 010
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

__WL_BEGIN_C
int tcgetattr(int descriptor, struct termios*) __WL_NOTHROW;
int tcsetattr(int descriptor, int when, const struct termios*) __WL_NOTHROW;
int tcflush(int descriptor, int queue) __WL_NOTHROW;
__WL_END_C
