// C standard input and output for LP64, host; `printf` for the device too (clang lowers it to `vprintf`).
#pragma once

#include "../warplens/linkage.h"
#include "../host_defines.h"
#include <stdarg.h>
#include "../warplens/size.h"

typedef struct _IO_FILE FILE;
typedef long fpos_t;
#define EOF (-1)
#define BUFSIZ 1024
#define FILENAME_MAX 4096
#define FOPEN_MAX 1000
#define L_tmpnam 20
#define TMP_MAX 10000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

__WL_BEGIN_C
extern FILE* stdin;
extern FILE* stdout;
extern FILE* stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

__host__ __device__ int printf(const char*, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE*, const char*, ...) __attribute__((format(printf, 2, 3)));
int sprintf(char*, const char*, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char*, size_t, const char*, ...) __attribute__((format(printf, 3, 4)));
int vprintf(const char*, va_list);
int vfprintf(FILE*, const char*, va_list);
int vsprintf(char*, const char*, va_list);
int vsnprintf(char*, size_t, const char*, va_list);
int vasprintf(char**, const char*, va_list);
int asprintf(char**, const char*, ...);
int dprintf(int, const char*, ...);
int scanf(const char*, ...);
int fscanf(FILE*, const char*, ...);
int sscanf(const char*, const char*, ...);
int vscanf(const char*, va_list);
int vfscanf(FILE*, const char*, va_list);
int vsscanf(const char*, const char*, va_list);
FILE* fopen(const char*, const char*);
FILE* freopen(const char*, const char*, FILE*);
FILE* fdopen(int, const char*);
FILE* popen(const char*, const char*);
int pclose(FILE*);
int fclose(FILE*);
int fflush(FILE*);
int fgetc(FILE*);
int getc(FILE*);
int getchar(void);
int ungetc(int, FILE*);
int fputc(int, FILE*);
int putc(int, FILE*);
int putchar(int);
char* fgets(char*, int, FILE*);
int fputs(const char*, FILE*);
int puts(const char*);
long getline(char**, size_t*, FILE*);
size_t fread(void*, size_t, size_t, FILE*);
size_t fwrite(const void*, size_t, size_t, FILE*);
int fseek(FILE*, long, int);
long ftell(FILE*);
int fseeko(FILE*, long, int);
long ftello(FILE*);
void rewind(FILE*);
int fgetpos(FILE*, fpos_t*);
int fsetpos(FILE*, const fpos_t*);
int feof(FILE*);
int ferror(FILE*);
void clearerr(FILE*);
void perror(const char*);
int fileno(FILE*);
int remove(const char*);
int rename(const char*, const char*);
FILE* tmpfile(void);
char* tmpnam(char*);
int setvbuf(FILE*, char*, int, size_t);
void setbuf(FILE*, char*);
__WL_END_C
