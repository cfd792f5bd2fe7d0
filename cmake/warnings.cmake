# Private INTERFACE targets: nothing here reaches a project that uses the reader.
option(CORPACK_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
set(CORPACK_SANITIZE "" CACHE STRING "Sanitizers for all targets, as -fsanitize takes them")

add_library(corpack_warnings INTERFACE)
target_compile_options(corpack_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align $<$<BOOL:${CORPACK_WARNINGS_AS_ERRORS}>:-Werror>)
# Left out: -Wnull-dereference, which sees a null behind each data() of a vector once GCC inlines it.
# GCC 12 takes "literal" + std::string for overlapping copies (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(corpack_warnings INTERFACE -Wno-restrict)
endif()

if(CORPACK_SANITIZE)
  add_compile_options(-fsanitize=${CORPACK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CORPACK_SANITIZE})
endif()
