// Exceptions of the samples, our own version: a standard exception that says where it was thrown.
#pragma once

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>

template <class Std> class Exception : public Std {
  explicit Exception(const std::string& text) : Std(text) {}

 public:
  static void throw_it(const char* file, const int line, const char* detailed = "-") {
    std::stringstream text;
    text << "Exception in file '" << file << "' in line " << line << "\nDetailed description: " << detailed << "\n";
    throw Exception(text.str());
  }
  static void throw_it(const char* file, const int line, const std::string& detailed) { throw_it(file, line, detailed.c_str()); }
};
template <class Any> inline void handleException(const Any& exception) {
  std::cerr << exception.what() << std::endl;
  exit(EXIT_FAILURE);
}
#define RUNTIME_EXCEPTION(text) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, text)
#define LOGIC_EXCEPTION(text) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, text)
#define RANGE_EXCEPTION(text) Exception<std::range_error>::throw_it(__FILE__, __LINE__, text)
