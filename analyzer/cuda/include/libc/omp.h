// OpenMP's run-time library; pragmas are ignored, so one thread is the truth.
#pragma once

#include "../warplens/linkage.h"
typedef struct { int place; } omp_lock_t;
__WL_BEGIN_C
int omp_get_num_threads();
int omp_get_max_threads();
int omp_get_thread_num();
int omp_get_num_procs();
void omp_set_num_threads(int);
int omp_in_parallel();
void omp_set_dynamic(int);
void omp_set_nested(int);
int omp_test_lock(omp_lock_t*);
double omp_get_wtime();
double omp_get_wtick();
void omp_init_lock(omp_lock_t*);
void omp_destroy_lock(omp_lock_t*);
void omp_set_lock(omp_lock_t*);
void omp_unset_lock(omp_lock_t*);
__WL_END_C
