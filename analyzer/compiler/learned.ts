/**
 * What the errors of a run say that a file needs besides its text: headers that nobody has, standard headers that other
 * implementations of the C++ library bring along, and device code that launches kernels. Kept by path, so that the next
 * compile of the file starts from it.
 */
import type { CompileError } from "./model";

export interface Learned {
  /** Headers that are included and nobody has, of includes that only the preprocessor sees. */
  readonly missing: ReadonlySet<string>;
  /** Standard headers that the file means and does not include. */
  readonly headers: ReadonlySet<string>;
  /** Device code launches kernels, which clang compiles as relocatable code only. */
  readonly launchesFromDevice: boolean;
  /** The name of the old texture references is the file's own. */
  readonly ownsTexture: boolean;
}

export const nothingLearned: Learned = {
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
  utility: "move forward swap pair make_pair exchange declval index_sequence make_index_sequence integer_sequence",
  algorithm:
    "min max minmax sort stable_sort fill fill_n copy copy_n generate find find_if count count_if reverse " +
    "transform for_each any_of all_of none_of equal unique lower_bound upper_bound min_element max_element clamp " +
    "shuffle nth_element partial_sort is_sorted swap_ranges rotate remove remove_if replace",
  numeric: "accumulate iota inner_product partial_sum reduce",
  string: "string to_string stoi stof stod stol stoul getline basic_string",
  vector: "vector",
  array: "array",
  map: "map multimap",
  set: "set multiset",
  list: "list",
  deque: "deque",
  queue: "queue priority_queue",
  stack: "stack",
  unordered_map: "unordered_map",
  unordered_set: "unordered_set",
  tuple: "tuple make_tuple tie get",
  memory: "unique_ptr shared_ptr make_unique make_shared weak_ptr allocator",
  functional: "function bind plus minus multiplies less greater hash ref cref",
  limits: "numeric_limits",
  cmath:
    "sqrt fabs abs pow exp log log2 sin cos tan floor ceil round isnan isinf isfinite fmax fmin fma tanh cbrt hypot",
  complex: "complex",
  type_traits:
    "enable_if enable_if_t is_same is_same_v conditional conditional_t is_floating_point is_integral decay " +
    "decay_t remove_reference remove_cv true_type false_type integral_constant is_convertible result_of is_pointer",
  iostream: "cout cerr cin endl clog",
  iomanip: "setw setprecision setfill fixed",
  sstream: "stringstream ostringstream istringstream",
  fstream: "ifstream ofstream fstream",
  chrono: "chrono",
  thread: "thread this_thread",
  mutex: "mutex lock_guard unique_lock",
  atomic: "atomic",
  random:
    "mt19937 mt19937_64 random_device uniform_real_distribution uniform_int_distribution normal_distribution " +
    "default_random_engine",
  stdexcept: "runtime_error logic_error invalid_argument out_of_range domain_error",
  exception:
    "exception terminate exception_ptr current_exception rethrow_exception make_exception_ptr throw_with_nested " +
    "rethrow_if_nested nested_exception set_terminate uncaught_exceptions bad_exception",
  new: "bad_alloc nothrow bad_array_new_length launder",
  typeinfo: "type_info bad_cast bad_typeid",
  string_view: "string_view",
  system_error: "error_code errc system_error make_error_code",
  cstring: "memcpy memset strcmp strlen",
  cstdlib: "rand srand malloc free exit atoi atof abort getenv",
  cstdio: "printf fprintf snprintf FILE",
  cstdint: "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t",
  optional: "optional nullopt",
  variant: "variant",
  bitset: "bitset",
  iterator: "back_inserter ostream_iterator istream_iterator distance advance next prev begin end",
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

/** The standard header that declares what an error says is unknown. */
function headerFor({ message }: CompileError): string | undefined {
  const member = /no (?:member|template|type) named '(\w+)' in namespace 'std'/.exec(message)?.[1];
  if (member) return inStandard.get(member);
  const incomplete = /(?:implicit instantiation of undefined template|incomplete type) '(?:const )?std::(\w+)/.exec(
    message,
  )?.[1];
  if (incomplete) return inStandard.get(incomplete);
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
export function learn(before: Learned, errors: readonly CompileError[]): Learned {
  const missing = united(before.missing, errors.map(missingHeader));
  // A missing header ends the run: what else is undeclared may be an error of its absence.
  const headers = missing === before.missing ? united(before.headers, errors.map(headerFor)) : before.headers;
  const launchesFromDevice =
    before.launchesFromDevice || errors.some((error) => error.message.includes("requires relocatable device code"));
  const ownsTexture =
    before.ownsTexture || errors.some((error) => /^redefinition of '(?:texture|surface)'/.test(error.message));
  const after: Learned = { missing, headers, launchesFromDevice, ownsTexture };
  const isSame = (Object.keys(after) as (keyof Learned)[]).every((key) => after[key] === before[key]);
  return isSame ? before : after;
}
