// Image files and array comparison of the samples, our own minimal versions: binary PGM and PPM, and plain comparisons.
#pragma once

#include "helper_string.h"
#include <math.h>

inline bool __loadPPM(const char* file, unsigned char** data, unsigned int* w, unsigned int* h, unsigned int* channels) {
  FILE* stream = fopen(file, "rb");
  char kind = 0;
  unsigned int width = 0, height = 0, largest = 0;
  if (!stream) return false;
  if (fscanf(stream, "P%c %u %u %u", &kind, &width, &height, &largest) != 4 || (kind != '5' && kind != '6')) {
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
inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned int count, const float epsilon) {
  double error = 0, size = 0;
  for (unsigned int i = 0; i < count; ++i) {
    error += (reference[i] - data[i]) * (reference[i] - data[i]);
    size += reference[i] * reference[i];
  }
  return size > 0 && sqrt(error) / sqrt(size) < epsilon;
}
template <typename T, typename S>
inline bool compareData(const T* reference, const T* data, const unsigned int count, const S epsilon, const float threshold) {
  unsigned int wrong = 0;
  for (unsigned int i = 0; i < count; ++i) {
    double difference = (double)reference[i] - (double)data[i];
    if (difference > epsilon || -difference > epsilon) ++wrong;
  }
  return wrong <= threshold * count;
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
