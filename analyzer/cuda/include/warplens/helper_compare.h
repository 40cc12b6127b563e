// How the samples compare results with references, our own versions with their verdicts and messages: arrays, and files of
// numbers or images.
#pragma once

#include "../helper_image.h"
#include <vector>

#ifndef __MIN_EPSILON_ERROR
#define __MIN_EPSILON_ERROR 1e-3f
#endif

// Fewer wrong elements than a share of them all; without a share, none.
inline bool __wl_fewEnough(unsigned int wrong, unsigned int count, float share) {
  if (share == 0.0f) return wrong == 0;
  if (wrong) printf("%4.2f(%%) of bytes mismatched (count=%d)\n", (float)wrong * 100 / (float)count, (int)wrong);
  return count * share > wrong;
}
template <typename T, typename S>
inline bool compareData(const T* reference, const T* data, const unsigned int count, const S epsilon, const float threshold) {
  assert(epsilon >= 0);
  unsigned int wrong = 0;
  for (unsigned int i = 0; i < count; ++i) {
    const float difference = (float)reference[i] - (float)data[i];
    if (!(difference <= epsilon && difference >= -epsilon)) ++wrong;
  }
  return __wl_fewEnough(wrong, count, threshold);
}
template <typename T, typename S>
inline bool compareDataAsFloatThreshold(const T* reference, const T* data, const unsigned int count, const S epsilon, const float threshold) {
  assert(epsilon >= 0);
  const float most = (float)epsilon > __MIN_EPSILON_ERROR ? (float)epsilon : __MIN_EPSILON_ERROR;
  unsigned int wrong = 0;
  for (unsigned int i = 0; i < count; ++i)
    if (!(fabsf((float)reference[i] - (float)data[i]) < most)) ++wrong;
  if (threshold == 0.0f && wrong) printf("total # of errors = %d\n", (int)wrong);
  return __wl_fewEnough(wrong, count, threshold);
}
// The length of the difference over the length of the reference, summed in single precision as the samples do it.
inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned int count, const float epsilon) {
  assert(epsilon >= 0);
  float error = 0, size = 0;
  for (unsigned int i = 0; i < count; ++i) {
    const float difference = reference[i] - data[i];
    error += difference * difference;
    size += reference[i] * reference[i];
  }
  return fabsf(size) >= 1e-7 && sqrtf(error) / sqrtf(size) < epsilon;
}
// Numbers of two files; the reference is looked for where the samples keep their data. `said` is the size that is printed,
// which is the number of bytes for floats but 4 for integers.
template <typename T, typename Same>
inline bool __wl_sameNumbers(const char* kind, const char* name, const char* reference, unsigned int count, float epsilon, float threshold, char* program, int said, Same same) {
  FILE* file = fopen(name, "rb");
  int errors = 0;
  if (!file) errors += (printf("compareBin2Bin <%s> unable to open src_file: %s\n", kind, name), 1);
  char* path = sdkFindFilePath(reference, program);
  FILE* other = path ? fopen(path, "rb") : nullptr;
  if (!path) {
    printf("compareBin2Bin <%s>  unable to find <%s> in <%s>\n", kind, reference, program);
    printf(">>> Check info.xml and [project//data] folder <%s> <<<\nAborting comparison!\n  FAILED\n", reference);
    ++errors;
  } else if (!other) errors += (printf("compareBin2Bin <%s> unable to open ref_file: %s\n", kind, path), 1);
  if (file && other) {
    std::vector<T> ours(count), theirs(count);
    fread(ours.data(), sizeof(T), count, file);
    fread(theirs.data(), sizeof(T), count, other);
    printf("> compareBin2Bin <%s> nelements=%d, epsilon=%4.2f, threshold=%4.2f\n", kind, count, epsilon, threshold);
    printf("   src_file <%s>, size=%d bytes\n   ref_file <%s>, size=%d bytes\n", name, said, path, said);
    errors += !same(theirs.data(), ours.data());
  }
  if (file) fclose(file);
  if (other) fclose(other);
  free(path);
  if (errors) printf("  FAILURE: %d errors...\n", errors);
  else printf("  OK\n");
  return !errors;
}
inline bool sdkCompareBin2BinUint(const char* file, const char* reference, unsigned int count, const float epsilon, const float threshold, char* program) {
  return __wl_sameNumbers<unsigned int>("unsigned int", file, reference, count, epsilon, threshold, program, 4,
    [=](const unsigned int* a, const unsigned int* b) { return compareData(a, b, count, epsilon, threshold); });
}
inline bool sdkCompareBin2BinFloat(const char* file, const char* reference, unsigned int count, const float epsilon, const float threshold, char* program) {
  return __wl_sameNumbers<float>("float", file, reference, count, epsilon, threshold, program, (int)(count * sizeof(float)),
    [=](const float* a, const float* b) { return compareDataAsFloatThreshold(a, b, count, epsilon, threshold); });
}
// Two images of `channels` bytes a pixel.
inline bool __wl_sameImages(const char* file, const char* reference, float epsilon, float threshold, bool verbose, unsigned int channels) {
  unsigned char *ours = nullptr, *theirs = nullptr;
  unsigned int width = 0, height = 0, otherWidth = 0, otherHeight = 0;
  auto load = [&](const char* name, unsigned char** data, unsigned int* w, unsigned int* h) {
    const bool loaded = name && (channels == 4 ? sdkLoadPPM4ub(name, data, w, h) : sdkLoadPPMub(name, data, w, h));
    if (!loaded && verbose) fprintf(stderr, "unable to load image file: %s\n", name ? name : "NULL");
    return loaded;
  };
  const bool loaded = load(reference, &theirs, &otherWidth, &otherHeight) && load(file, &ours, &width, &height);
  const bool same = loaded && compareData(theirs, ours, width * height * channels, epsilon, threshold);
  if (verbose && loaded) fprintf(stderr, same ? "    OK\n\n" : "    FAILURE!  1 errors...\n\n");
  free(ours);
  free(theirs);
  return same;
}
inline bool sdkComparePPM(const char* file, const char* reference, const float epsilon, const float threshold, bool verbose) {
  return __wl_sameImages(file, reference, epsilon, threshold, verbose, 4);
}
inline bool sdkComparePGM(const char* file, const char* reference, const float epsilon, const float threshold, bool verbose) {
  return __wl_sameImages(file, reference, epsilon, threshold, verbose, 1);
}
