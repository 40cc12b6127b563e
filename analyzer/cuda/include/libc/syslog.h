// Messages to the system's log, as declarations: a simulated program has none, and a run that writes to it says so.
#pragma once

#include "../warplens/linkage.h"

#define LOG_EMERG 0
#define LOG_ALERT 1
#define LOG_CRIT 2
#define LOG_ERR 3
#define LOG_WARNING 4
#define LOG_NOTICE 5
#define LOG_INFO 6
#define LOG_DEBUG 7
#define LOG_USER (1 << 3)
#define LOG_DAEMON (3 << 3)
#define LOG_PID 1
#define LOG_CONS 2
#define LOG_NDELAY 8

__WL_BEGIN_C
void openlog(const char* name, int options, int facility);
void syslog(int priority, const char* format, ...);
void closelog(void);
__WL_END_C
