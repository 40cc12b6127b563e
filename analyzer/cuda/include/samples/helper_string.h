// Command line and files of the samples, in our own words: options are `-name`, `--name` and `-name=value`, told apart
// without regard to case.
#pragma once

#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <string.h>
#include <strings.h>

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

// How many delimiters a text begins with; none when there is nothing but them.
inline int stringRemoveDelimiter(char delimiter, const char* text) {
  int start = 0;
  while (text[start] == delimiter) ++start;
  return start >= (int)strlen(text) - 1 ? 0 : start;
}
inline int getFileExtension(char* name, char** extension) {
  char* dot = strrchr(name, '.');
  *extension = dot ? dot + 1 : nullptr;
  return dot ? (int)(dot + 1 - name) : 0;
}
inline bool checkCmdLineFlag(const int argc, const char** argv, const char* name) {
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i] + stringRemoveDelimiter('-', argv[i]);
    const size_t length = strcspn(word, "=");
    if (length == strlen(name) && strncasecmp(word, name, length) == 0) return true;
  }
  return false;
}
// What stands behind the name in the last (or the first) option that begins with it, past an equals sign; null without one.
inline const char* __wl_option(int argc, const char** argv, const char* name, bool isFirst = false) {
  const char* found = nullptr;
  const size_t length = strlen(name);
  for (int i = 1; i < argc && !(isFirst && found); ++i) {
    const char* word = argv[i] + stringRemoveDelimiter('-', argv[i]);
    if (strncasecmp(word, name, length) == 0) found = word + length + (word[length] == '=');
  }
  return found;
}
template <class T> inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* name, T* value) {
  const char* text = __wl_option(argc, argv, name, true);
  if (text && *text) *value = (T)atoi(text);
  return text;
}
inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* name) {
  const char* text = __wl_option(argc, argv, name);
  return text ? atoi(text) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* name) {
  const char* text = __wl_option(argc, argv, name);
  return text ? (float)atof(text) : 0.0f;
}
inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* name, char** value) {
  *value = (char*)__wl_option(argc, argv, name);
  return *value;
}
// The path of a data file, in a block that is the caller's: beside the program, in its `data`, or where the samples keep theirs.
inline char* sdkFindFilePath(const char* name, const char*) {
  for (const char* folder : {"./", "./data/", "../../../Common/data/", "../../Common/data/", "../Common/data/", "Common/data/"}) {
    const std::string path = std::string(folder) + name;
    FILE* file = fopen(path.c_str(), "rb");
    if (!file) continue;
    fclose(file);
    return strdup(path.c_str());
  }
  return nullptr;
}
