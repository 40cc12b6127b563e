// Image and number files of the samples, our own minimal versions: binary PGM and PPM, and numbers as text.
#pragma once

#include "exception.h"
#include "helper_string.h"
#include <assert.h>
#include <math.h>
#include <stdint.h>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

// A number of an image's head, which spaces and comments may stand before.
inline bool __wlImageNumber(FILE* stream, unsigned int* number) {
  int next;
  while ((next = fgetc(stream)) == '#' || next == ' ' || next == '\t' || next == '\n' || next == '\r')
    if (next == '#') while ((next = fgetc(stream)) != '\n' && next != EOF) {}
  return ungetc(next, stream) != EOF && fscanf(stream, "%u", number) == 1;
}
inline bool __loadPPM(const char* file, unsigned char** data, unsigned int* w, unsigned int* h, unsigned int* channels) {
  FILE* stream = fopen(file, "rb");
  char kind = 0;
  unsigned int width = 0, height = 0, largest = 0;
  if (!stream) return false;
  if (fscanf(stream, "P%c", &kind) != 1 || (kind != '5' && kind != '6') || !__wlImageNumber(stream, &width) ||
      !__wlImageNumber(stream, &height) || !__wlImageNumber(stream, &largest)) {
    fclose(stream);
    return false;
  }
  fgetc(stream);
  *w = width;
  *h = height;
  *channels = kind == '5' ? 1 : 3;
  size_t size = (size_t)width * height * *channels;
  if (!*data) *data = (unsigned char*)malloc(size);
  bool whole = fread(*data, 1, size, stream) == size;
  fclose(stream);
  return whole;
}
inline bool __savePPM(const char* file, unsigned char* data, unsigned int w, unsigned int h, unsigned int channels) {
  FILE* stream = fopen(file, "wb");
  if (!stream) return false;
  fprintf(stream, "P%c\n%u\n%u\n255\n", channels == 1 ? '5' : '6', w, h);
  size_t size = (size_t)w * h * channels;
  bool whole = fwrite(data, 1, size, stream) == size;
  fclose(stream);
  return whole;
}
template <typename T>
inline bool sdkLoadPGM(const char* file, T** data, unsigned int* w, unsigned int* h) {
  unsigned char* bytes = nullptr;
  unsigned int channels;
  if (!__loadPPM(file, &bytes, w, h, &channels)) return false;
  size_t count = (size_t)*w * *h;
  if (!*data) *data = (T*)malloc(count * sizeof(T));
  for (size_t i = 0; i < count; ++i) (*data)[i] = sizeof(T) == 1 ? (T)bytes[i] : (T)(bytes[i] / 255.0f);
  free(bytes);
  return true;
}
template <typename T>
inline bool sdkSavePGM(const char* file, T* data, unsigned int w, unsigned int h) {
  size_t count = (size_t)w * h;
  unsigned char* bytes = (unsigned char*)malloc(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = (unsigned char)(sizeof(T) == 1 ? data[i] : data[i] * 255);
  bool saved = __savePPM(file, bytes, w, h, 1);
  free(bytes);
  return saved;
}
inline bool sdkLoadPPM4(const char* file, unsigned char** data, unsigned int* w, unsigned int* h) {
  unsigned char* bytes = nullptr;
  unsigned int channels;
  if (!__loadPPM(file, &bytes, w, h, &channels)) return false;
  size_t count = (size_t)*w * *h;
  *data = (unsigned char*)malloc(count * 4);
  for (size_t i = 0; i < count; ++i) {
    for (unsigned int c = 0; c < 3; ++c) (*data)[i * 4 + c] = bytes[channels == 1 ? i : i * 3 + c];
    (*data)[i * 4 + 3] = 0;
  }
  free(bytes);
  return true;
}
inline bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned int w, unsigned int h) {
  size_t count = (size_t)w * h;
  unsigned char* bytes = (unsigned char*)malloc(count * 3);
  for (size_t i = 0; i < count; ++i) {
    for (int c = 0; c < 3; ++c) bytes[i * 3 + c] = data[i * 4 + c];
  }
  bool saved = __savePPM(file, bytes, w, h, 3);
  free(bytes);
  return saved;
}
inline bool sdkLoadPPMub(const char* file, unsigned char** data, unsigned int* w, unsigned int* h) {
  unsigned int channels;
  return __loadPPM(file, data, w, h, &channels);
}
inline bool sdkLoadPPM4ub(const char* file, unsigned char** data, unsigned int* w, unsigned int* h) {
  return sdkLoadPPM4(file, data, w, h);
}
template <typename T> inline bool sdkLoadPPM4(const char* file, T** data, unsigned int* w, unsigned int* h) {
  return sdkLoadPPM4(file, (unsigned char**)data, w, h);
}
// Numbers of a text file, in a block that is the caller's unless it brought one.
template <typename T> inline bool sdkReadFile(const char* name, T** data, unsigned int* count, bool) {
  FILE* file = fopen(name, "r");
  if (!file) return false;
  unsigned int size = 0, room = 64;
  T* read = (T*)malloc(room * sizeof(T));
  for (double value; fscanf(file, "%lf", &value) == 1; read[size++] = (T)value)
    if (size == room) read = (T*)realloc(read, (room *= 2) * sizeof(T));
  fclose(file);
  if (*data) memcpy(*data, read, (size < *count ? size : *count) * sizeof(T));
  else *data = (T*)malloc(size * sizeof(T)), memcpy(*data, read, size * sizeof(T));
  *count = size;
  free(read);
  return true;
}
template <typename T, typename S> inline bool sdkWriteFile(const char* name, const T* data, unsigned int count, const S epsilon, bool, bool = false) {
  FILE* file = fopen(name, "w");
  if (!file) return false;
  fprintf(file, "# %g\n", (double)epsilon);
  for (unsigned int i = 0; i < count; ++i) fprintf(file, "%g ", (double)data[i]);
  fclose(file);
  return true;
}
// One block of a binary file, in a block of memory that is the caller's; `count` becomes the number of elements read.
template <typename T>
inline bool sdkReadFileBlocks(const char* name, T** data, unsigned int* count, unsigned int block, unsigned int size, bool verbose) {
  FILE* file = fopen(name, "rb");
  if (!file) {
    if (verbose) fprintf(stderr, "sdkReadFile() : Opening file failed.\n");
    return false;
  }
  data[block] = (T*)malloc(size);
  fseek(file, (long)block * size, SEEK_SET);
  *count = (unsigned int)fread(data[block], sizeof(T), size / sizeof(T), file);
  fclose(file);
  return true;
}
inline void sdkDumpBin(void* data, unsigned int bytes, const char* name) {
  printf("sdkDumpBin: <%s>\n", name);
  FILE* file = fopen(name, "wb");
  if (!file) return;
  fwrite(data, bytes, 1, file);
  fclose(file);
}

#include "warplens/helper_compare.h"
