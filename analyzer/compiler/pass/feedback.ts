/**
 * What the errors of a run say that a file needs besides its text: headers that are not found, standard headers that other
 * implementations of the C++ library bring along, and device code that launches kernels. Kept by path, so that the next
 * compile of the file starts from it.
 */
import type { CompileError } from "../model";

/** What the errors of a compile show that the next compile of the same file takes into account. */
export interface PassFeedback {
  /** Headers that are included and not found, of includes that only the preprocessor sees. */
  readonly missing: ReadonlySet<string>;
  /** Standard headers that the file means and does not include. */
  readonly headers: ReadonlySet<string>;
  /** Device code launches kernels, which clang compiles as relocatable code only. */
  readonly launchesFromDevice: boolean;
  /** The name of the old texture references is the file's own. */
  readonly ownsTexture: boolean;
}

/** What is known of a file before its first compile. */
export const noFeedback: PassFeedback = {
  missing: new Set(),
  headers: new Set(),
  launchesFromDevice: false,
  ownsTexture: false,
};

/**
 * Where names are declared that nvcc's own headers or the headers of libstdc++ bring along. Names of `std::` in the
 * first table, of the global namespace and macros in the second.
 */
const standard: Readonly<Record<string, string>> = {
  utility:
    "move forward swap pair make_pair exchange declval index_sequence make_index_sequence integer_sequence " +
    "make_integer_sequence index_sequence_for move_if_noexcept as_const in_place in_place_t in_place_type in_place_index " +
    "piecewise_construct piecewise_construct_t to_underlying unreachable cmp_equal cmp_less cmp_greater in_range",
  algorithm:
    "min max minmax sort stable_sort fill fill_n copy copy_n copy_if copy_backward generate generate_n find find_if " +
    "find_if_not find_end find_first_of adjacent_find search search_n mismatch count count_if reverse reverse_copy " +
    "transform for_each for_each_n any_of all_of none_of equal unique unique_copy lower_bound upper_bound equal_range " +
    "binary_search min_element max_element minmax_element clamp shuffle sample nth_element partial_sort " +
    "partial_sort_copy is_sorted is_sorted_until swap_ranges iter_swap rotate rotate_copy remove remove_if remove_copy " +
    "remove_copy_if replace replace_if replace_copy merge inplace_merge includes set_union set_intersection " +
    "set_difference set_symmetric_difference partition stable_partition partition_point is_partitioned partition_copy " +
    "make_heap push_heap pop_heap sort_heap is_heap next_permutation prev_permutation is_permutation " +
    "lexicographical_compare move_backward",
  numeric:
    "accumulate iota inner_product partial_sum reduce adjacent_difference transform_reduce inclusive_scan " +
    "exclusive_scan transform_inclusive_scan transform_exclusive_scan gcd lcm midpoint",
  string:
    "string to_string stoi stol stoll stoul stoull stof stod stold getline basic_string wstring u16string u32string " +
    "char_traits",
  vector: "vector",
  array: "array to_array",
  map: "map multimap",
  set: "set multiset",
  list: "list",
  forward_list: "forward_list",
  deque: "deque",
  queue: "queue priority_queue",
  stack: "stack",
  unordered_map: "unordered_map unordered_multimap",
  unordered_set: "unordered_set unordered_multiset",
  valarray: "valarray slice gslice",
  span: "span dynamic_extent",
  tuple:
    "tuple make_tuple tie get tuple_cat tuple_size tuple_size_v tuple_element tuple_element_t forward_as_tuple apply " +
    "make_from_tuple ignore",
  memory:
    "unique_ptr shared_ptr make_unique make_shared weak_ptr allocator allocator_traits default_delete addressof " +
    "enable_shared_from_this align assume_aligned pointer_traits to_address destroy destroy_at construct_at " +
    "uninitialized_copy uninitialized_fill uninitialized_default_construct static_pointer_cast dynamic_pointer_cast",
  functional:
    "function bind plus minus multiplies divides modulus negate less less_equal greater greater_equal equal_to " +
    "not_equal_to logical_and logical_or logical_not bit_and bit_or bit_xor bit_not hash ref cref reference_wrapper " +
    "mem_fn invoke not_fn identity placeholders",
  limits: "numeric_limits float_round_style float_denorm_style",
  cmath:
    "sqrt cbrt hypot fabs abs pow exp exp2 expm1 log log2 log10 log1p logb ilogb sin cos tan asin acos atan atan2 sinh " +
    "cosh tanh asinh acosh atanh floor ceil round lround llround rint lrint nearbyint trunc isnan isinf isfinite " +
    "isnormal signbit copysign fpclassify fmod remainder remquo modf frexp ldexp scalbn scalbln nextafter nexttoward " +
    "fmax fmin fdim fma erf erfc tgamma lgamma nan lerp beta legendre hermite laguerre riemann_zeta " +
    "cyl_bessel_i cyl_bessel_j cyl_neumann sph_bessel expint",
  complex: "complex polar conj norm arg proj complex_literals",
  type_traits:
    "enable_if enable_if_t void_t conditional conditional_t conjunction conjunction_v disjunction disjunction_v " +
    "negation negation_v true_type false_type integral_constant bool_constant is_same is_same_v is_base_of " +
    "is_base_of_v is_convertible is_convertible_v is_void is_void_v is_null_pointer is_integral is_integral_v " +
    "is_floating_point is_floating_point_v is_array is_array_v is_enum is_enum_v is_union is_class is_class_v " +
    "is_function is_function_v is_pointer is_pointer_v is_reference is_reference_v is_lvalue_reference " +
    "is_lvalue_reference_v is_rvalue_reference is_rvalue_reference_v is_member_pointer is_member_function_pointer " +
    "is_arithmetic is_arithmetic_v is_fundamental is_fundamental_v is_object is_scalar is_scalar_v is_compound " +
    "is_const is_const_v is_volatile is_volatile_v is_trivial is_trivial_v is_trivially_copyable " +
    "is_trivially_copyable_v is_standard_layout is_standard_layout_v is_pod is_pod_v is_literal_type is_empty " +
    "is_empty_v is_polymorphic is_abstract is_final is_aggregate is_signed is_signed_v is_unsigned is_unsigned_v " +
    "is_constructible is_constructible_v is_default_constructible is_default_constructible_v is_copy_constructible " +
    "is_copy_constructible_v is_move_constructible is_move_constructible_v is_assignable is_copy_assignable " +
    "is_move_assignable is_destructible is_trivially_destructible is_trivially_destructible_v " +
    "is_trivially_constructible is_trivially_default_constructible is_trivially_copy_constructible " +
    "is_nothrow_constructible is_nothrow_move_constructible is_nothrow_move_constructible_v is_nothrow_swappable " +
    "is_swappable is_invocable is_invocable_v is_invocable_r is_nothrow_invocable invoke_result invoke_result_t " +
    "result_of result_of_t alignment_of alignment_of_v rank extent extent_v remove_cv remove_cv_t remove_const " +
    "remove_const_t remove_volatile remove_volatile_t add_cv add_const add_const_t add_volatile remove_reference " +
    "remove_reference_t remove_cvref remove_cvref_t add_lvalue_reference add_lvalue_reference_t add_rvalue_reference " +
    "add_rvalue_reference_t remove_pointer remove_pointer_t add_pointer add_pointer_t make_signed make_signed_t " +
    "make_unsigned make_unsigned_t remove_extent remove_extent_t remove_all_extents remove_all_extents_t " +
    "aligned_storage aligned_storage_t aligned_union aligned_union_t decay decay_t common_type common_type_t " +
    "underlying_type underlying_type_t type_identity type_identity_t is_constant_evaluated " +
    "has_unique_object_representations",
  concepts:
    "same_as derived_from convertible_to integral signed_integral unsigned_integral floating_point destructible " +
    "constructible_from copyable movable regular semiregular invocable predicate",
  bit:
    "bit_cast popcount countl_zero countl_one countr_zero countr_one has_single_bit bit_ceil bit_floor bit_width rotl " +
    "rotr endian",
  numbers: "numbers",
  ratio: "ratio milli micro nano kilo mega giga",
  iostream: "cout cerr cin clog wcout",
  ostream: "endl flush ends ostream",
  istream: "istream ws",
  ios: "ios ios_base streamsize hex dec oct fixed scientific boolalpha noboolalpha left right internal showpos showbase",
  iomanip: "setw setprecision setfill setbase quoted put_time get_time setiosflags resetiosflags",
  sstream: "stringstream ostringstream istringstream",
  fstream: "ifstream ofstream fstream",
  filesystem: "filesystem",
  regex: "regex smatch regex_match regex_search regex_replace",
  charconv: "from_chars to_chars",
  chrono: "chrono chrono_literals",
  thread: "thread this_thread jthread",
  mutex: "mutex lock_guard unique_lock scoped_lock recursive_mutex timed_mutex once_flag call_once defer_lock",
  shared_mutex: "shared_mutex shared_lock shared_timed_mutex",
  condition_variable: "condition_variable condition_variable_any cv_status",
  future: "future promise async launch packaged_task shared_future",
  atomic:
    "atomic atomic_flag atomic_int atomic_uint atomic_bool atomic_size_t memory_order memory_order_relaxed " +
    "memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst atomic_thread_fence atomic_ref",
  random:
    "mt19937 mt19937_64 random_device uniform_real_distribution uniform_int_distribution normal_distribution " +
    "default_random_engine minstd_rand minstd_rand0 ranlux24 ranlux48 bernoulli_distribution binomial_distribution " +
    "poisson_distribution exponential_distribution gamma_distribution lognormal_distribution cauchy_distribution " +
    "discrete_distribution geometric_distribution seed_seq linear_congruential_engine mersenne_twister_engine " +
    "generate_canonical",
  stdexcept:
    "runtime_error logic_error invalid_argument out_of_range domain_error length_error range_error overflow_error " +
    "underflow_error",
  exception:
    "exception terminate exception_ptr current_exception rethrow_exception make_exception_ptr throw_with_nested " +
    "rethrow_if_nested nested_exception set_terminate uncaught_exceptions bad_exception",
  new: "bad_alloc nothrow nothrow_t bad_array_new_length launder align_val_t",
  typeinfo: "type_info bad_cast bad_typeid",
  typeindex: "type_index",
  string_view: "string_view basic_string_view",
  system_error: "error_code errc system_error make_error_code error_category generic_category",
  cstddef: "size_t ptrdiff_t nullptr_t max_align_t byte to_integer",
  cstring:
    "memcpy memset memcmp memmove memchr strcmp strncmp strlen strcpy strncpy strcat strncat strstr strchr strrchr " +
    "strtok strerror",
  cstdlib:
    "rand srand malloc calloc realloc free exit _Exit atexit quick_exit atoi atol atoll atof abort getenv system qsort " +
    "bsearch strtol strtoll strtoul strtoull strtod strtof aligned_alloc div ldiv",
  cstdio:
    "printf fprintf sprintf snprintf vprintf vfprintf vsnprintf puts fputs putchar getchar fgets fgetc scanf fscanf " +
    "sscanf fopen fclose fread fwrite fseek ftell rewind feof ferror fflush perror rename tmpfile FILE",
  cstdint:
    "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t uintmax_t intmax_t " +
    "uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t int_fast8_t int_fast16_t int_fast32_t int_fast64_t " +
    "uint_least8_t uint_least16_t uint_least32_t uint_least64_t int_least8_t int_least16_t int_least32_t int_least64_t",
  ctime: "time_t tm time clock clock_t difftime localtime gmtime mktime strftime",
  cctype: "isdigit isspace isalpha isalnum isupper islower ispunct isprint isxdigit toupper tolower",
  cstdarg: "va_list",
  optional: "optional nullopt make_optional",
  variant: "variant visit holds_alternative get_if monostate variant_size",
  any: "any any_cast make_any",
  bitset: "bitset",
  iterator:
    "back_inserter front_inserter inserter ostream_iterator istream_iterator iterator_traits reverse_iterator " +
    "make_reverse_iterator move_iterator make_move_iterator random_access_iterator_tag forward_iterator_tag " +
    "input_iterator_tag output_iterator_tag bidirectional_iterator_tag distance advance next prev begin end cbegin cend " +
    "rbegin rend size data empty ssize",
};

const plain: Readonly<Record<string, string>> = {
  "string.h":
    "memcpy memset memcmp memmove strlen strcmp strncmp strcpy strncpy strcat strstr strchr strrchr strdup strtok",
  "stdlib.h":
    "malloc calloc realloc free exit abort rand srand atoi atof atol strtol strtod strtoul qsort getenv RAND_MAX " +
    "EXIT_SUCCESS EXIT_FAILURE posix_memalign aligned_alloc",
  "stdio.h":
    "printf fprintf sprintf snprintf puts putchar fopen fclose fread fwrite fgets fputs fscanf scanf sscanf perror " +
    "fflush FILE stdout stderr stdin",
  "math.h": "M_PI M_E M_SQRT2 M_PI_2 M_PI_4 M_LN2 M_LOG2E HUGE_VAL INFINITY NAN isnan isinf isfinite",
  "limits.h":
    "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN CHAR_BIT SHRT_MAX USHRT_MAX UCHAR_MAX",
  "float.h": "FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON",
  "stdint.h":
    "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t UINT32_MAX INT32_MAX " +
    "UINT64_MAX INT64_MAX UINT8_MAX INT8_MAX UINT16_MAX INT16_MAX",
  "inttypes.h": "PRIu64 PRId64 PRIx64 PRIu32 PRId32",
  "time.h": "time clock CLOCKS_PER_SEC clock_gettime CLOCK_MONOTONIC CLOCK_REALTIME localtime strftime nanosleep",
  "sys/time.h": "gettimeofday timeval",
  "unistd.h": "usleep sleep getopt optarg optind getpid",
  "errno.h": "errno",
  "ctype.h": "isdigit isspace isalpha toupper tolower isalnum",
  "stdarg.h": "va_list va_start va_end",
  "stddef.h": "ptrdiff_t offsetof",
  "assert.h": "assert",
};

function byName(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [header, names] of Object.entries(table)) {
    for (const name of names.split(" ")) if (!found.has(name)) found.set(name, header);
  }
  return found;
}

const inStandard = byName(standard);
const inGlobal = byName(plain);
const overloaded: ReadonlySet<string> = new Set(["utility", "algorithm"]);

/** The standard header that declares what an error says is unknown. */
function headerFor({ message }: CompileError): string | undefined {
  const member = /no (?:member|template|type) named '(\w+)' in namespace 'std'/.exec(message)?.[1];
  if (member) return inStandard.get(member);
  const incomplete = /(?:implicit instantiation of undefined template|incomplete type) '(?:const )?std::(\w+)/.exec(
    message,
  )?.[1];
  if (incomplete) return inStandard.get(incomplete);
  // Headers declare some overloads of `std::swap` and `std::copy` for their own use: the name is known, its function is not.
  const unmatched = /no matching function for call to '(\w+)'/.exec(message)?.[1];
  if (unmatched) return overloaded.has(inStandard.get(unmatched) ?? "") ? inStandard.get(unmatched) : undefined;
  if (/undeclared identifier 'std'/.test(message)) return "utility";
  const name = /(?:undeclared identifier|unknown type name) '(\w+)'/.exec(message)?.[1];
  return name === undefined ? undefined : inGlobal.get(name);
}

/** The header that clang did not find, for errors that say so. */
function missingHeader({ message }: CompileError): string | undefined {
  return /^'(.*)' file not found/.exec(message)?.[1];
}

function united(before: ReadonlySet<string>, found: readonly (string | undefined)[]): ReadonlySet<string> {
  const news = found.filter((one) => one !== undefined && !before.has(one)) as string[];
  return news.length === 0 ? before : new Set([...before, ...news]);
}

/** What is known after a run with errors; the same value when they teach nothing new. */
export function learn(before: PassFeedback, errors: readonly CompileError[]): PassFeedback {
  const missing = united(before.missing, errors.map(missingHeader));
  // A missing header ends the run: what else is undeclared may be an error of its absence.
  const headers = missing === before.missing ? united(before.headers, errors.map(headerFor)) : before.headers;
  const launchesFromDevice =
    before.launchesFromDevice || errors.some((error) => error.message.includes("requires relocatable device code"));
  const ownsTexture =
    before.ownsTexture || errors.some((error) => /^redefinition of '(?:texture|surface)'/.test(error.message));
  const after: PassFeedback = { missing, headers, launchesFromDevice, ownsTexture };
  const isSame = (Object.keys(after) as (keyof PassFeedback)[]).every((key) => after[key] === before[key]);
  return isSame ? before : after;
}
