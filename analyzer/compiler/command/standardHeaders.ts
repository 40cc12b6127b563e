/** Headers of the C and C++ standard libraries that may be parsed before anything else. `assert.h` may not: see `NDEBUG`. */
const names = `
algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable deque
exception execution filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd iostream
istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue
random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept
stop_token streambuf string string_view system_error thread tuple type_traits typeindex typeinfo unordered_map
unordered_set utility valarray variant vector version
cctype cerrno cfenv cfloat cinttypes climits clocale cmath cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar
cwctype ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h stdarg.h stdbool.h stddef.h stdint.h stdio.h
stdlib.h string.h time.h wchar.h wctype.h
`;

/** The names of the C and C++ standard headers, without angle brackets. */
export const standardHeaders: ReadonlySet<string> = new Set(names.trim().split(/\s+/));
