import assert from "node:assert/strict";
import { demangle } from "../../analyzer/ir/demangle";

/** Symbol and how it reads. */
const displays: readonly (readonly [string, string])[] = [
  ["_Z11strideStorePii", "strideStore(int*, int)"],
  ["_Z6strideIiEvPT_i", "stride<int>(int*, int)"],
  ["_Z12columnOfTileILi1EEvPi", "columnOfTile<1>(int*)"],
  ["_Z15transposeSharedILi0EEvPKiPii", "transposeShared<0>(const int*, int*, int)"],
  ["_Z10copyOffsetI6float4EvPKT_PS1_ii", "copyOffset<float4>(const float4*, float4*, int, int)"],
  ["_Z13vector2StridePK6float2PS_i", "vector2Stride(const float2*, float2*, int)"],
  ["_ZN2ns5outer4moveEPfj", "ns::outer::move(float*, unsigned int)"],
  ["_Z8blockSumIiLi128EEvPKT_PS0_", "blockSum<int, 128>(const int*, int*)"],
  ["_ZN2ns6filterILi3EEEvPKfPfi", "ns::filter<3>(const float*, float*, int)"],
  ["_Z4swapRiS_", "swap(int&, int&)"],
  ["_Z5applyPFvifEi", "apply(void (*)(int, float), int)"],
  ["_Z4gridRA4_i", "grid(int (&) [4])"],
  ["_ZN12_GLOBAL__N_16hiddenEv", "(anonymous namespace)::hidden()"],
  ["_Z4packIJifEEvDpT_", "pack<int, float>(int, float)"],
  ["_Z4flagILb1ELj4EEvv", "flag<true, 4u>()"],
  ["_Z4minsILin4EEvv", "mins<-4>()"],
  ["_Z4holdI3BoxIfEEvT_PS2_", "hold<Box<float> >(Box<float>, Box<float>*)"],
  ["_Z3mixPN1a1bEPS0_S_", "mix(a::b*, a::b*, a)"],
  // Constraints of C++20: of the template's parameters, and after those of the function.
  ["_Z5boundIiQ7IntegerIT_EEvPS0_", "bound<int>(int*)"],
  ["_Z5afterIiEvPT_Qaa7IntegerIS0_E5SmallIS0_E", "after<int>(int*)"],
  [
    "_ZN3cub31_V_300600_SM___CUDA_ARCH_LIST__6detail8for_each13static_kernelINS2_15policy_selectorEmN6thrust31_V_300600_SM___CUDA_ARCH_LIST__8cuda_cub20__uninitialized_fill7functorINS6_10device_ptrIiEEiEEQ19for_policy_selectorIT_EEEvT0_T1_",
    "cub::_V_300600_SM___CUDA_ARCH_LIST__::detail::for_each::static_kernel<cub::_V_300600_SM___CUDA_ARCH_LIST__::detail::for_each::policy_selector, unsigned long, thrust::_V_300600_SM___CUDA_ARCH_LIST__::cuda_cub::__uninitialized_fill::functor<thrust::_V_300600_SM___CUDA_ARCH_LIST__::device_ptr<int>, int> >(unsigned long, thrust::_V_300600_SM___CUDA_ARCH_LIST__::cuda_cub::__uninitialized_fill::functor<thrust::_V_300600_SM___CUDA_ARCH_LIST__::device_ptr<int>, int>)",
  ],
  [
    "_Z7vectorsIfLi3EEvPK3VecIT_XT0_EES4_PS2_PS1_i",
    "vectors<float, 3>(const Vec<float, 3>*, const Vec<float, 3>*, Vec<float, 3>*, float*, int)",
  ],
  // A namespace `std` that is not the standard library's is counted as others are.
  [
    "_Z3addN4cuda3std3__44spanIKfLm8EEES4_NS2_IfLm8EEE",
    "add(cuda::std::__4::span<const float, 8ul>, cuda::std::__4::span<const float, 8ul>, cuda::std::__4::span<float, 8ul>)",
  ],
  // A kernel that is given a device function.
  ["_Z4eachIXadL_Z5twicePfiEEEvS0_i", "each<&twice>(float*, int)"],
  ["_Z4eachIXadL_ZN2op5twiceEPKfEELi2EEvS2_PfS3_", "each<&op::twice, 2>(const float*, float*, float*)"],
  // Declarations of parameters whose types depend on others are not shown.
  [
    "_Z12block_strideI7__half2TnNSt3__29enable_ifIXsr3std7is_sameIT_S0_EE5valueEiE4typeELi0EEvjjPS3_",
    "block_stride<__half2, 0>(unsigned int, unsigned int, __half2*)",
  ],
  [
    "_Z12block_strideIfTnNSt3__29enable_ifIXntsr3std7is_sameIT_7__half2EE5valueEiE4typeELi0EEvjjPS2_",
    "block_stride<float, 0>(unsigned int, unsigned int, float*)",
  ],
  // What is computed from parameters is not read; the name is.
  ["_Z7doubledIfLi3EEvP3VecIT_XmlT0_Li2EEEi", "doubled<float, 3>"],
];

describe("demangle", () => {
  for (const [symbol, display] of displays) {
    it(`reads ${symbol}`, () =>
      assert.equal(demangle(symbol).display.replaceAll("> >", ">>"), display.replaceAll("> >", ">>")));
  }

  it("keeps a C name", () => assert.deepEqual(demangle("saxpy").display, "saxpy"));

  it("keeps a symbol that does not follow the grammar", () => {
    for (const symbol of ["_Z", "_Z5abc", "_ZN1a", "_Z3fooI", "_Z3fooS5_"]) assert.equal(demangle(symbol).name, symbol);
  });

  it("takes a name apart", () => {
    const name = demangle("_ZN2ns6filterILi3EfEEvPKfPfi");
    assert.equal(name.name, "filter");
    assert.equal(name.qualifiedName, "ns::filter");
    assert.deepEqual(name.templateArguments, ["3", "float"]);
    assert.deepEqual(name.parameters, ["const float*", "float*", "int"]);
  });

  it("finds the owner of a shared variable", () => {
    assert.equal(demangle("_ZZ12columnOfTileILi0EEvPiE4tile").qualifiedName, "columnOfTile::tile");
    assert.equal(demangle("_ZZN2ns4moveEPfE1s").qualifiedName, "ns::move::s");
    assert.equal(demangle("_ZZ4movePfE1s_0").qualifiedName, "move::s");
  });

  it("shows a type that doubles thirty times without its arguments", () => {
    const inner = (depth: number): string =>
      depth === 0 ? "S_IiiE" : `S_I${inner(depth - 1)}S${(depth - 1).toString(36).toUpperCase()}_E`;
    const two = demangle(`_Z4slowP1PI${inner(0)}S0_E`);
    assert.deepEqual(two.parameters, ["P<P<int, int>, P<int, int>>*"]);
    const { name, parameters } = demangle(`_Z4slowP1PI${inner(29)}ST_Ei`);
    assert.equal(name, "slow");
    assert.equal(parameters.length, 2);
    assert.match(parameters[0]!, /^P<.*>\*$/s);
    assert.ok(parameters[0]!.length < 100_000, `${parameters[0]!.length}`);
  });

  it("never fails on a cut symbol", () => {
    for (const [symbol] of displays) for (let end = 0; end < symbol.length; end++) demangle(symbol.slice(0, end));
  });
});
