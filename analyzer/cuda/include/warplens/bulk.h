// Bulk copies (`cp.async.bulk`) and the bytes that barrier objects count, as inline assembly.
#pragma once

#include "define.h"
#include "memory.h"

namespace __wl_bulk {
__WL_D unsigned shared(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__WL_D void load(void* to, const void* from, unsigned bytes, void* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :: "r"(shared(to)), "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared(barrier)) : "memory");
}
__WL_D void load_to_all(void* to, const void* from, unsigned bytes, void* barrier, unsigned short blocks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
               :: "r"(shared(to)), "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared(barrier)), "h"(blocks) : "memory");
}
__WL_D void send(void* to, const void* from, unsigned bytes, void* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :: "r"(shared(to)), "r"(shared(from)), "r"(bytes), "r"(shared(barrier)) : "memory");
}
__WL_D void store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
               :: "l"(__cvta_generic_to_global(to)), "r"(shared(from)), "r"(bytes) : "memory");
}
__WL_D void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int LEFT> __WL_D void wait() { asm volatile("cp.async.bulk.wait_group %0;" :: "n"(LEFT) : "memory"); }
template <int LEFT> __WL_D void wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" :: "n"(LEFT) : "memory"); }
__WL_D void expect(void* barrier, unsigned bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" :: "r"(shared(barrier)), "r"(bytes) : "memory");
}
__WL_D unsigned long long arrive(void* barrier, unsigned count) {
  unsigned long long token;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(shared(barrier)), "r"(count) : "memory");
  return token;
}
__WL_D unsigned long long arrive_expecting(void* barrier, unsigned bytes) {
  unsigned long long token;
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], %2;"
               : "=l"(token) : "r"(shared(barrier)), "r"(bytes) : "memory");
  return token;
}
// Copies of tiles by a tensor map, one of each kind for each number of dimensions.
__WL_D void load_tile(const int (&at)[1], void* to, const void* map, void* barrier) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "r"(at[0]) : "memory");
}
__WL_D void load_tile_to_all(const int (&at)[1], void* to, const void* map, void* barrier, unsigned short blocks) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%4}], [%2], %3;"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "h"(blocks), "r"(at[0]) : "memory");
}
__WL_D void store_tile(const int (&at)[1], const void* from, const void* map) {
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%2}], [%1];"
               :: "l"(map), "r"(shared(from)), "r"(at[0]) : "memory");
}
__WL_D void load_tile(const int (&at)[2], void* to, const void* map, void* barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "r"(at[0]), "r"(at[1]) : "memory");
}
__WL_D void load_tile_to_all(const int (&at)[2], void* to, const void* map, void* barrier, unsigned short blocks) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%4, %5}], [%2], %3;"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "h"(blocks), "r"(at[0]), "r"(at[1]) : "memory");
}
__WL_D void store_tile(const int (&at)[2], const void* from, const void* map) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];"
               :: "l"(map), "r"(shared(from)), "r"(at[0]), "r"(at[1]) : "memory");
}
__WL_D void load_tile(const int (&at)[3], void* to, const void* map, void* barrier) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "r"(at[0]), "r"(at[1]), "r"(at[2]) : "memory");
}
__WL_D void load_tile_to_all(const int (&at)[3], void* to, const void* map, void* barrier, unsigned short blocks) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%4, %5, %6}], [%2], %3;"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "h"(blocks), "r"(at[0]), "r"(at[1]), "r"(at[2]) : "memory");
}
__WL_D void store_tile(const int (&at)[3], const void* from, const void* map) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];"
               :: "l"(map), "r"(shared(from)), "r"(at[0]), "r"(at[1]), "r"(at[2]) : "memory");
}
__WL_D void load_tile(const int (&at)[4], void* to, const void* map, void* barrier) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]) : "memory");
}
__WL_D void load_tile_to_all(const int (&at)[4], void* to, const void* map, void* barrier, unsigned short blocks) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%4, %5, %6, %7}], [%2], %3;"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "h"(blocks), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]) : "memory");
}
__WL_D void store_tile(const int (&at)[4], const void* from, const void* map) {
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5}], [%1];"
               :: "l"(map), "r"(shared(from)), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]) : "memory");
}
__WL_D void load_tile(const int (&at)[5], void* to, const void* map, void* barrier) {
  asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]) : "memory");
}
__WL_D void load_tile_to_all(const int (&at)[5], void* to, const void* map, void* barrier, unsigned short blocks) {
  asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%4, %5, %6, %7, %8}], [%2], %3;"
               :: "r"(shared(to)), "l"(map), "r"(shared(barrier)), "h"(blocks), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]) : "memory");
}
__WL_D void store_tile(const int (&at)[5], const void* from, const void* map) {
  asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];"
               :: "l"(map), "r"(shared(from)), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]) : "memory");
}
// Writes of threads to shared memory are there for bulk copies.
__WL_D void fence_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
}  // namespace __wl_bulk
