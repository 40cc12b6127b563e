/** OpenMP's library for a program whose pragmas were not asked for: one thread, as compilers without `-fopenmp` would have it. */
import type { HostLibrary } from "../model/machine";

const nothing = () => {};

/** The library's functions for OpenMP, by name. */
export const openmp: HostLibrary = {
  omp_get_num_threads: () => 1,
  omp_get_max_threads: () => 1,
  omp_get_thread_num: () => 0,
  omp_get_num_procs: () => 1,
  omp_set_num_threads: nothing,
  omp_set_dynamic: nothing,
  omp_set_nested: nothing,
  omp_in_parallel: () => 0,
  omp_get_wtime: (machine) => Number(machine.now()) / 1e9,
  omp_get_wtick: () => 1e-9,
  omp_init_lock: nothing,
  omp_destroy_lock: nothing,
  omp_set_lock: nothing,
  omp_unset_lock: nothing,
  omp_test_lock: () => 1,
};
