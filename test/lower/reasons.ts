/**
 * Why something is lowered otherwise than nvcc does it, written by hand: lines of the recorded programs by
 * `program:line`, our own kernels by `file:kernel`. The test fails for a difference without a reason, and for a reason
 * of something that no longer differs.
 */
export const reasons: Readonly<Record<string, string>> = {
  "matmul:40":
    "nvcc gives the load of line 40 the line 41 of the load beside it. The kernel has the same two loads. The counts are the same.",
  "memory_spaces:91":
    "nvcc gives the fetch the line of its coordinate, clang that of the call. The counts are the same.",
  "memory_spaces:92": "The other half of `memory_spaces:91`: the fetch is counted at its call here.",
};

/** One reason for several kernels of a file. */
function because(reason: string, file: string, ...kernels: string[]): [string, string][] {
  return kernels.map((kernel) => [`${file}:${kernel}`, reason]);
}

/** Kernels under `test/lower/kernels/`, mangled. */
export const kernelReasons: Readonly<Record<string, string>> = Object.fromEntries([
  ...because(
    "nvcc writes both ways, one of which runs: a scan over the warp and one atomic, or an atomic of each lane. The counts are the same.",
    "atomics",
    "_Z10saddur_tidPii",
    "_Z10gaddur_tidPii",
  ),
  ...because("The half that shares its word with nothing wanted is loaded as a word by nvcc.", "copies", "_Z2c3P2H8Pf"),
  ...because(
    "clang leaves out the elements of a local array that a masked index cannot reach.",
    "locals",
    ...["_Z4rr48Pfi", "_Z4rv48Pfi", "_Z4rr64Pfi", "_Z4rv64Pfi"],
  ),
  ...because(
    "nvcc does not load the members that no index of an array in registers means.",
    "picks",
    "_Z10F2_2_copy1PK2F2Pfj",
  ),
  ...because(
    "nvcc makes a variable of the index times the size, of whose alignment ptxas knows nothing: it counts twice the elements.",
    "picks",
    "_Z10F6_3_loop2PK2F6Pfj",
  ),
  ...because(
    "At the border of what selects may cost: the loads of two words count a little less here than in ptxas.",
    "picks",
    "_Z14float2_8_loop2PK6float2Pfj",
  ),
  ...because(
    "nvcc loads only the halves that are read; clang copies structures of halves as words.",
    "picks",
    "_Z11H2_2_store1PK2H2Pfj",
  ),
  ...because("nvcc copies the whole loop of constant length, clang unrolls it by four.", "shared", "_Z2b2Pfi"),
  ...because(
    "nvcc's sine reads a table where its argument is large; ours reads nothing.",
    "mathematics",
    "_Z4sinePK6float2Pf",
    "_Z11sine_sharedPKfPf",
  ),
  ...because("As `shared:_Z2b2Pfi`.", "words", "_Z2d4Pfi", "_Z2d5Pfi"),
  ...because(
    "clang writes the last index as `j | 3` of the unmasked value, which is not recognised as `(j & ~3) + 3`.",
    "words",
    "_Z2d2Pfi",
  ),
  ...because(
    "The callee is lowered as a function of its own; nvcc puts its code into the kernel's.",
    "spaces",
    "_Z2p9Pi",
    "_Z2q1Pi",
  ),
  ...because(
    "Stores of the last three members: LLVM's vectoriser begins at the second and gives up on the chain.",
    "subsets",
    "_Z7sts_yzwP6float4Pf",
  ),
  ...because(
    "nvcc keeps the two keys that it compared; clang copies the pairs whole, keys included.",
    "structures",
    "_Z8sortPairP4Pairi",
  ),
  ...because(
    "nvcc copies a structure of unequal members member by member; clang copies its bytes.",
    "structures",
    "_Z10headerCopyPK6HeaderPS_i",
  ),
  ...because(
    "A shared variable that only ever gets one constant is that constant to nvcc.",
    "tiles",
    "_Z15scalarsInSharedPf",
  ),
]);
