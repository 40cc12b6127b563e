// The driver API under its C++ wrapper name, with the types of its functions by the version that brought each form.
#pragma once

#include "cuda.h"

typedef decltype(&cuGraphCreate) PFN_cuGraphCreate_v10000;
typedef decltype(&cuGraphDestroy) PFN_cuGraphDestroy_v10000;
typedef decltype(&cuGraphClone) PFN_cuGraphClone_v10000;
typedef decltype(&cuGraphGetNodes) PFN_cuGraphGetNodes_v10000;
typedef decltype(&cuGraphLaunch) PFN_cuGraphLaunch_v10000;
typedef decltype(&cuGraphExecDestroy) PFN_cuGraphExecDestroy_v10000;
typedef decltype(&cuGraphAddEmptyNode) PFN_cuGraphAddEmptyNode_v10000;
typedef decltype(&cuGraphNodeGetType) PFN_cuGraphNodeGetType_v10000;
typedef decltype(&cuGraphInstantiate) PFN_cuGraphInstantiateWithFlags_v11040;
typedef decltype(&cuGraphAddNode) PFN_cuGraphAddNode_v12020;
typedef decltype(&cuGraphAddKernelNode) PFN_cuGraphAddKernelNode_v12000;
typedef decltype(&cuGraphAddMemAllocNode) PFN_cuGraphAddMemAllocNode_v11040;
typedef decltype(&cuGraphAddMemFreeNode) PFN_cuGraphAddMemFreeNode_v11040;
typedef decltype(&cuGraphConditionalHandleCreate) PFN_cuGraphConditionalHandleCreate_v12030;
typedef decltype(&cuUserObjectCreate) PFN_cuUserObjectCreate_v11030;
typedef decltype(&cuGraphRetainUserObject) PFN_cuGraphRetainUserObject_v11030;
typedef decltype(&cuStreamEndCapture) PFN_cuStreamEndCapture_v10000;
typedef decltype(&cuStreamBeginCaptureToGraph) PFN_cuStreamBeginCaptureToGraph_v12030;
typedef decltype(&cuLaunchKernelEx) PFN_cuLaunchKernelEx_v11060;
typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled, PFN_cuTensorMapEncodeTiled_v12000;
typedef decltype(&cuTensorMapEncodeIm2col) PFN_cuTensorMapEncodeIm2col, PFN_cuTensorMapEncodeIm2col_v12000;
typedef CUresult (*PFN_cuGraphAddDependencies_v10000)(CUgraph, const CUgraphNode*, const CUgraphNode*, size_t);
typedef CUresult (*PFN_cuGraphAddDependencies_v12030)(CUgraph, const CUgraphNode*, const CUgraphNode*, const CUgraphEdgeData*, size_t);
typedef CUresult (*PFN_cuStreamGetCaptureInfo_v11030)(CUstream, CUstreamCaptureStatus*, unsigned long long*, CUgraph*, const CUgraphNode**, size_t*);
typedef CUresult (*PFN_cuStreamGetCaptureInfo_v12030)(CUstream, CUstreamCaptureStatus*, unsigned long long*, CUgraph*, const CUgraphNode**, const CUgraphEdgeData**, size_t*);
