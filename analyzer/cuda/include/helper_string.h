// Command line helpers of the samples, our own minimal versions.
#pragma once

#include "libc/stdio.h"
#include "libc/stdlib.h"
#include "libc/string.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, size, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) (result == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif

static inline int stringRemoveDelimiter(char delimiter, const char* text) {
  int start = 0;
  while (text[start] == delimiter) ++start;
  return start;
}
// The text after `-name=` or `--name`, or null.
static inline const char* __wl_argument(int argc, const char** argv, const char* name) {
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i] + stringRemoveDelimiter('-', argv[i]);
    size_t length = strlen(name);
    if (strncasecmp(word, name, length) == 0 && (word[length] == 0 || word[length] == '=')) return word[length] ? word + length + 1 : word + length;
  }
  return nullptr;
}
static inline bool checkCmdLineFlag(const int argc, const char** argv, const char* name) { return __wl_argument(argc, argv, name) != nullptr; }
static inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* name) {
  const char* text = __wl_argument(argc, argv, name);
  return text ? atoi(text) : 0;
}
static inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* name) {
  const char* text = __wl_argument(argc, argv, name);
  return text ? (float)atof(text) : 0.0f;
}
template <typename T>
static inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* name, T* value) {
  const char* text = __wl_argument(argc, argv, name);
  if (text) *value = (T)atoi(text);
  return text != nullptr;
}
static inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* name, char** value) {
  const char* text = __wl_argument(argc, argv, name);
  *value = (char*)text;
  return text != nullptr;
}
static inline char* sdkFindFilePath(const char* name, const char*) { return (char*)name; }
