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

/** Headers of the C library beyond those, by the names that POSIX and Linux give them. */
const ofSystem = `
alloca arpa/inet assert byteswap cpio dirent dlfcn endian err fcntl features fmtmsg fnmatch ftw getopt glob iconv ifaddrs iso646
langinfo libgen malloc memory monetary mqueue netinet/in netinet/ip netinet/tcp netinet/udp nl_types omp poll pthread regex
sched search semaphore setjmp signal stdalign stdnoreturn strings sys/errno sys/fcntl sys/file sys/ioctl sys/mman sys/param
sys/poll sys/random sys/resource sys/select sys/signal sys/socket sys/stat sys/statvfs sys/sysinfo sys/time sys/times
sys/types sys/uio sys/un sys/utsname sys/wait syscall sysexits tar tgmath threads uchar unistd utime values
`;

/** The names of headers that a system's C library has and C's and C++'s standards do not, and of `assert.h`. */
export const systemHeaders: ReadonlySet<string> = new Set([
  "cassert",
  ...ofSystem
    .trim()
    .split(/\s+/)
    .map((name) => `${name}.h`),
]);
