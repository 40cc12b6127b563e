// Thread block clusters without cooperative groups: places, the cluster's barrier, other blocks' shared memory.
#pragma once

#include "../vector_types.h"
#include "define.h"

__WL_D dim3 __clusterDim() {
  return dim3(__nvvm_read_ptx_sreg_cluster_nctaid_x(), __nvvm_read_ptx_sreg_cluster_nctaid_y(), __nvvm_read_ptx_sreg_cluster_nctaid_z());
}
__WL_D dim3 __clusterRelativeBlockIdx() {
  return dim3(__nvvm_read_ptx_sreg_cluster_ctaid_x(), __nvvm_read_ptx_sreg_cluster_ctaid_y(), __nvvm_read_ptx_sreg_cluster_ctaid_z());
}
__WL_D dim3 __clusterIdx() {
  return dim3(__nvvm_read_ptx_sreg_clusterid_x(), __nvvm_read_ptx_sreg_clusterid_y(), __nvvm_read_ptx_sreg_clusterid_z());
}
__WL_D dim3 __clusterGridDimInClusters() {
  return dim3(__nvvm_read_ptx_sreg_nclusterid_x(), __nvvm_read_ptx_sreg_nclusterid_y(), __nvvm_read_ptx_sreg_nclusterid_z());
}
__WL_D unsigned int __clusterRelativeBlockRank() { return __nvvm_read_ptx_sreg_cluster_ctarank(); }
__WL_D unsigned int __clusterSizeInBlocks() { return __nvvm_read_ptx_sreg_cluster_nctarank(); }
__WL_D unsigned int __clusterDimIsSpecified() { return __nvvm_is_explicit_cluster(); }
#define __cluster_barrier_arrive() __nvvm_barrier_cluster_arrive()
#define __cluster_barrier_arrive_relaxed() __nvvm_barrier_cluster_arrive_relaxed()
#define __cluster_barrier_wait() __nvvm_barrier_cluster_wait()
__WL_D void* __cluster_map_shared_rank(const void* p, unsigned int rank) { return __nvvm_mapa((void*)p, rank); }
__WL_D unsigned int __cluster_query_shared_rank(const void* p) { return __nvvm_getctarank((void*)p); }
__WL_D unsigned int __isClusterShared(const void* p) { return __nvvm_isspacep_shared_cluster(p); }
