// Image files and array comparison of the samples, our own minimal versions: binary PGM and PPM, and plain comparisons.
#pragma once

#include "helper_string.h"
#include "libc/math.h"

static inline bool __loadPPM(const char* file, unsigned char** data, unsigned int* w, unsigned int* h, unsigned int* channels) {
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
static inline bool __savePPM(const char* file, unsigned char* data, unsigned int w, unsigned int h, unsigned int channels) {
  FILE* stream = fopen(file, "wb");
  if (!stream) return false;
  fprintf(stream, "P%c\n%u\n%u\n255\n", channels == 1 ? '5' : '6', w, h);
  size_t size = (size_t)w * h * channels;
  bool whole = fwrite(data, 1, size, stream) == size;
  fclose(stream);
  return whole;
}
template <typename T>
static inline bool sdkLoadPGM(const char* file, T** data, unsigned int* w, unsigned int* h) {
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
static inline bool sdkSavePGM(const char* file, T* data, unsigned int w, unsigned int h) {
  size_t count = (size_t)w * h;
  unsigned char* bytes = (unsigned char*)malloc(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = (unsigned char)(sizeof(T) == 1 ? data[i] : data[i] * 255);
  bool saved = __savePPM(file, bytes, w, h, 1);
  free(bytes);
  return saved;
}
static inline bool sdkLoadPPM4(const char* file, unsigned char** data, unsigned int* w, unsigned int* h) {
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
static inline bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned int w, unsigned int h) {
  size_t count = (size_t)w * h;
  unsigned char* bytes = (unsigned char*)malloc(count * 3);
  for (size_t i = 0; i < count; ++i) {
    for (int c = 0; c < 3; ++c) bytes[i * 3 + c] = data[i * 4 + c];
  }
  bool saved = __savePPM(file, bytes, w, h, 3);
  free(bytes);
  return saved;
}
static inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned int count, const float epsilon) {
  double error = 0, size = 0;
  for (unsigned int i = 0; i < count; ++i) {
    error += (reference[i] - data[i]) * (reference[i] - data[i]);
    size += reference[i] * reference[i];
  }
  return size > 0 && sqrt(error) / sqrt(size) < epsilon;
}
template <typename T, typename S>
static inline bool compareData(const T* reference, const T* data, const unsigned int count, const S epsilon, const float threshold) {
  unsigned int wrong = 0;
  for (unsigned int i = 0; i < count; ++i) {
    double difference = (double)reference[i] - (double)data[i];
    if (difference > epsilon || -difference > epsilon) ++wrong;
  }
  return wrong <= threshold * count;
}
