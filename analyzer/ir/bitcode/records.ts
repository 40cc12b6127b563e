/**
 * The numbers of LLVM bitcode: block identifiers, record codes and the enumerations inside records.
 *
 * Source: LLVM, `llvm/Bitcode/LLVMBitCodes.h` and `llvm/IR/FixedMetadataKinds.def` (numbers only).
 */
import type { AtomicOp, BinaryOp, CastOp, FloatPredicate, IntPredicate } from "../model";

/** Blocks. */
export const BlockId = {
  blockInfo: 0,
  module: 8,
  parameterAttributes: 9,
  attributeGroups: 10,
  constants: 11,
  function: 12,
  identification: 13,
  valueSymbols: 14,
  metadata: 15,
  metadataAttachment: 16,
  types: 17,
  useList: 18,
  bundleTags: 21,
  stringTable: 23,
  symbolTable: 25,
  syncScopes: 26,
} as const;

/** Records of a module. */
export const ModuleCode = {
  version: 1,
  triple: 2,
  dataLayout: 3,
  globalVariable: 7,
  function: 8,
  alias: 14,
  ifunc: 18,
} as const;

/** Records of the type table. */
export const TypeCode = {
  count: 1,
  void: 2,
  float: 3,
  double: 4,
  label: 5,
  opaque: 6,
  integer: 7,
  half: 10,
  array: 11,
  vector: 12,
  x86Fp80: 13,
  fp128: 14,
  metadata: 16,
  structAnonymous: 18,
  structName: 19,
  structNamed: 20,
  function: 21,
  token: 22,
  bfloat: 23,
  opaquePointer: 25,
} as const;

/** Records of constants blocks. */
export const ConstantCode = {
  setType: 1,
  null: 2,
  undef: 3,
  integer: 4,
  wideInteger: 5,
  float: 6,
  aggregate: 7,
  string: 8,
  cstring: 9,
  binary: 10,
  cast: 11,
  gepOld: 12,
  inboundsGepOld: 20,
  blockAddress: 21,
  data: 22,
  poison: 26,
  asm: 30,
  gepInRange: 31,
  gep: 32,
} as const;

/** Records of metadata blocks. */
export const MetadataCode = {
  stringOld: 1,
  value: 2,
  node: 3,
  name: 4,
  distinctNode: 5,
  kind: 6,
  location: 7,
  namedNode: 10,
  attachment: 11,
  basicType: 15,
  file: 16,
  derivedType: 17,
  compositeType: 18,
  subprogram: 21,
  lexicalBlock: 22,
  lexicalBlockFile: 23,
  localVariable: 28,
  strings: 35,
  globalDeclarationAttachment: 36,
  indexOffset: 38,
  index: 39,
} as const;

/** Metadata kinds with fixed numbers. */
export const MetadataKind = { dbg: 0, tbaa: 1, invariantLoad: 6, loop: 18 } as const;

/** Records of function bodies. */
export const FunctionCode = {
  declareBlocks: 1,
  binary: 2,
  cast: 3,
  extractElement: 6,
  insertElement: 7,
  shuffleVector: 8,
  return: 10,
  branch: 11,
  switch: 12,
  invoke: 13,
  unreachable: 15,
  phi: 16,
  alloca: 19,
  load: 20,
  vaArg: 23,
  extractValue: 26,
  insertValue: 27,
  compare: 28,
  select: 29,
  indirectBranch: 31,
  debugLocationAgain: 33,
  call: 34,
  debugLocation: 35,
  fence: 36,
  resume: 39,
  loadAtomic: 41,
  gep: 43,
  store: 44,
  storeAtomic: 45,
  compareExchange: 46,
  landingPad: 47,
  cleanupReturn: 48,
  catchReturn: 49,
  catchPad: 50,
  cleanupPad: 51,
  catchSwitch: 52,
  operandBundle: 55,
  unary: 56,
  callBranch: 57,
  freeze: 58,
  atomic: 59,
  blockAddressUsers: 60,
  firstDebugRecord: 61,
  debugDeclare: 62,
  lastDebugRecord: 66,
} as const;

/** Linkage by its number. */
export const LINKAGES: readonly string[] = [
  "external",
  "weak",
  "appending",
  "internal",
  "linkonce",
  "external",
  "external",
  "extern_weak",
  "common",
  "private",
  "weak_odr",
  "linkonce_odr",
  "available_externally",
  "private",
  "private",
  "external",
  "weak",
  "weak_odr",
  "linkonce",
  "linkonce_odr",
];

/** Calling convention of `__global__` functions. */
export const PTX_KERNEL = 71;

/** Binary operators of integers by number; `undefined` where floats have their own. */
export const INTEGER_BINARY: readonly BinaryOp[] = [
  "add",
  "sub",
  "mul",
  "udiv",
  "sdiv",
  "urem",
  "srem",
  "shl",
  "lshr",
  "ashr",
  "and",
  "or",
  "xor",
];

/** Binary operators of floats by number. */
export const FLOAT_BINARY: readonly (BinaryOp | undefined)[] = [
  "fadd",
  "fsub",
  "fmul",
  undefined,
  "fdiv",
  undefined,
  "frem",
];

/** Casts by number. 13 is `ptrtoaddr`, which on these targets is `ptrtoint`: addresses and pointers have one width. */
export const CASTS: readonly CastOp[] = [
  "trunc",
  "zext",
  "sext",
  "fptoui",
  "fptosi",
  "uitofp",
  "sitofp",
  "fptrunc",
  "fpext",
  "ptrtoint",
  "inttoptr",
  "bitcast",
  "addrspacecast",
  "ptrtoint",
];

/** Predicates of `fcmp` by number, from 0. */
export const FLOAT_PREDICATES: readonly FloatPredicate[] = [
  "false",
  "oeq",
  "ogt",
  "oge",
  "olt",
  "ole",
  "one",
  "ord",
  "uno",
  "ueq",
  "ugt",
  "uge",
  "ult",
  "ule",
  "une",
  "true",
];

/** Predicates of `icmp` by number, from 32. */
export const INT_PREDICATES: readonly IntPredicate[] = [
  "eq",
  "ne",
  "ugt",
  "uge",
  "ult",
  "ule",
  "sgt",
  "sge",
  "slt",
  "sle",
];

/** Operations of `atomicrmw` by number. */
export const ATOMICS: readonly AtomicOp[] = [
  "xchg",
  "add",
  "sub",
  "and",
  "nand",
  "or",
  "xor",
  "max",
  "min",
  "umax",
  "umin",
  "fadd",
  "fsub",
  "fmax",
  "fmin",
  "uinc_wrap",
  "udec_wrap",
  "usub_cond",
  "usub_sat",
];

/** Memory orderings by number; the empty text is a plain access. */
export const ORDERINGS: readonly string[] = ["", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

/** Attributes by number, as LLVM's assembly spells them. */
export const ATTRIBUTES: readonly (string | undefined)[] =
  `- align alwaysinline byval inlinehint inreg minsize naked nest noalias nobuiltin nocapture noduplicate
  noimplicitfloat noinline nonlazybind noredzone noreturn nounwind optsize readnone readonly returned returns_twice
  signext alignstack ssp sspreq sspstrong sret sanitize_address sanitize_thread sanitize_memory uwtable zeroext builtin
  cold optnone inalloca nonnull jumptable dereferenceable dereferenceable_or_null convergent safestack argmemonly
  swiftself swifterror norecurse inaccessiblememonly inaccessiblemem_or_argmemonly allocsize writeonly speculatable
  strictfp sanitize_hwaddress nocf_check optforfuzzing shadowcallstack speculative_load_hardening immarg willreturn
  nofree nosync sanitize_memtag preallocated nomerge null_pointer_is_valid noundef byref mustprogress nocallback hot
  noprofile vscale_range swiftasync nosanitize_coverage elementtype disable_sanitizer_instrumentation
  nosanitize_bounds allocalign allocptr allockind presplitcoroutine fn_ret_thunk_extern skipprofile memory nofpclass
  optdebug writable coro_only_destroy_when_complete dead_on_unwind range sanitize_numerical_stability initializes
  hybrid_patchable sanitize_realtime sanitize_realtime_blocking coro_elide_safe noext nodivergencesource
  sanitize_type captures dead_on_return sanitize_alloc_token nocreateundeforpoison`
    .trim()
    .split(/\s+/);
