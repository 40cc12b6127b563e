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

/** Headers of the C library beyond those, by the names that POSIX and Linux give them, and those of compilers. */
const ofSystem = `
alloca ar arpa/ftp arpa/inet arpa/nameser arpa/nameser_compat arpa/telnet arpa/tftp assert byteswap complex cpio cpuid crypt
cxxabi dirent dlfcn emmintrin endian err execinfo fcntl features fmtmsg fnmatch fts ftw getopt glob iconv ifaddrs immintrin
iso646 langinfo libgen malloc memory mm_malloc monetary mqueue netdb netinet/icmp6 netinet/igmp netinet/in netinet/in_systm
netinet/ip netinet/ip6 netinet/ip_icmp netinet/tcp netinet/udp netpacket/packet nl_types nmmintrin omp pmmintrin poll
posix_types pthread pwd regex sched search semaphore setjmp signal smmintrin stdalign stdatomic stdc-predef stdio_ext
stdnoreturn strings stropts sys/cdefs sys/dir sys/errno sys/eventfd sys/fcntl sys/file sys/ioctl sys/ipc sys/mman sys/param
sys/poll sys/random sys/reg sys/resource sys/select sys/shm sys/signal sys/socket sys/stat sys/statvfs sys/stropts
sys/syscall sys/sysinfo sys/time sys/timeb sys/times sys/timex sys/ttydefaults sys/types sys/uio sys/un sys/utsname sys/wait
syscall sysexits syslog tar termios tgmath threads tmmintrin uchar unistd unwind utime values x86intrin xmmintrin
`;

/** Headers of the C++ library that few programs include, which are not worth a place in what is precompiled. */
const rare = `
cassert ccomplex ciso646 coroutine csetjmp csignal cstdalign cstdbool ctgmath cuchar expected experimental/iterator
experimental/memory experimental/propagate_const experimental/simd experimental/type_traits experimental/utility ext/hash_map
ext/hash_set flat_map flat_set mdspan print strstream syncstream
`;

/** The names of headers that are there beside {@link standardHeaders}: a system's, a compiler's, and rare ones of C++. */
export const systemHeaders: ReadonlySet<string> = new Set([
  ...rare.trim().split(/\s+/),
  ...ofSystem
    .trim()
    .split(/\s+/)
    .map((name) => `${name}.h`),
]);
