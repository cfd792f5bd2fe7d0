# What `cmake --install` puts where. Everything is relative to the prefix, so an installed tree can be moved.
include(CMakePackageConfigHelpers)

set(corpack_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/corpack")
set(corpack_pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
set(corpack_schema_dir "${CMAKE_INSTALL_DATADIR}/corpack/schema")

list(TRANSFORM CORPACK_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/reader/include/corpack/"
  OUTPUT_VARIABLE corpack_header_files)
install(FILES ${corpack_header_files} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/corpack")
install(FILES ${CORPACK_GENERATED_HEADERS} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/corpack/format")
install(FILES ${CORPACK_SCHEMA_FILES} DESTINATION "${corpack_schema_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/schema/FORMAT.md" "${PROJECT_SOURCE_DIR}/schema/ANALYZER.md"
  "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
if(TARGET corpack)
  install(TARGETS corpack RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

# Two export sets: a project that only looks up must not need the analyzer's libraries.
install(TARGETS corpack_lookup EXPORT corpackTargets)
install(EXPORT corpackTargets NAMESPACE corpack:: DESTINATION "${corpack_cmake_dir}")
install(TARGETS corpack_reader EXPORT corpackReaderTargets)
install(EXPORT corpackReaderTargets NAMESPACE corpack:: DESTINATION "${corpack_cmake_dir}")

set(corpack_include_dir "${CMAKE_INSTALL_INCLUDEDIR}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/corpackConfig.cmake.in" corpackConfig.cmake
  INSTALL_DESTINATION "${corpack_cmake_dir}" PATH_VARS corpack_schema_dir corpack_include_dir
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(corpackConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/corpackConfig.cmake" "${PROJECT_BINARY_DIR}/corpackConfigVersion.cmake"
  DESTINATION "${corpack_cmake_dir}")
install(FILES "${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake" DESTINATION "${corpack_cmake_dir}"
  RENAME corpackDependencies.cmake)

file(RELATIVE_PATH corpack_prefix_from_pkgconfig
  "${CMAKE_INSTALL_PREFIX}/${corpack_pkgconfig_dir}" "${CMAKE_INSTALL_PREFIX}")
foreach(name corpack corpack-lookup)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in" ${name}.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${corpack_pkgconfig_dir}")
endforeach()
