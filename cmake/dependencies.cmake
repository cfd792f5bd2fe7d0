# The C libraries and headers that the reader is built on, as imported targets corpack::lmdb and so on.
# Corpack's own build and the installed package both include this file, so that the exported targets name no
# path of the machine that built them. Found by name and not through pkg-config files: libstemmer has none,
# and a project that uses the package need not have pkg-config.

# corpack_import(NAME HEADER [LIBRARY]) creates corpack::NAME, or appends what is missing to corpack_missing.
macro(corpack_import name header)
  if(NOT TARGET corpack::${name})
    find_path(CORPACK_${name}_INCLUDE_DIR "${header}")
    mark_as_advanced(CORPACK_${name}_INCLUDE_DIR)
    if(NOT CORPACK_${name}_INCLUDE_DIR)
      list(APPEND corpack_missing "${header}")
    elseif("${ARGC}" EQUAL 2)
      add_library(corpack::${name} INTERFACE IMPORTED GLOBAL)
      set_target_properties(corpack::${name} PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${CORPACK_${name}_INCLUDE_DIR}")
    else()
      find_library(CORPACK_${name}_LIBRARY "${ARGV2}")
      mark_as_advanced(CORPACK_${name}_LIBRARY)
      if(NOT CORPACK_${name}_LIBRARY)
        list(APPEND corpack_missing "library ${ARGV2}")
      else()
        add_library(corpack::${name} UNKNOWN IMPORTED GLOBAL)
        set_target_properties(corpack::${name} PROPERTIES
          IMPORTED_LOCATION "${CORPACK_${name}_LIBRARY}"
          INTERFACE_INCLUDE_DIRECTORIES "${CORPACK_${name}_INCLUDE_DIR}")
      endif()
    endif()
  endif()
endmacro()

macro(corpack_import_lookup)
  corpack_import(lmdb lmdb.h lmdb)
  corpack_import(xxhash xxhash.h)
  corpack_import(flatbuffers flatbuffers/flatbuffers.h)
endmacro()

macro(corpack_import_reader)
  corpack_import(utf8proc utf8proc.h utf8proc)
  corpack_import(stemmer libstemmer.h stemmer)
endmacro()

# The version of the FlatBuffers headers that corpack::flatbuffers leads to.
function(corpack_flatbuffers_version result)
  file(STRINGS "${CORPACK_flatbuffers_INCLUDE_DIR}/flatbuffers/base.h" lines
    REGEX "^#define FLATBUFFERS_VERSION_(MAJOR|MINOR|REVISION) [0-9]+")
  string(REGEX REPLACE "#define FLATBUFFERS_VERSION_[A-Z]+ ([0-9]+)[^;]*" "\\1" numbers "${lines}")
  list(JOIN numbers "." version)
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

# The version of flatc, "none" where there is no flatc.
function(corpack_flatc_version result)
  find_program(CORPACK_FLATC flatc)
  mark_as_advanced(CORPACK_FLATC)
  set(version none)
  if(CORPACK_FLATC)
    execute_process(COMMAND "${CORPACK_FLATC}" --version OUTPUT_VARIABLE output ERROR_QUIET)
    if(output MATCHES "([0-9]+\\.[0-9]+\\.[0-9]+)")
      set(version "${CMAKE_MATCH_1}")
    endif()
  endif()
  set(${result} "${version}" PARENT_SCOPE)
endfunction()
