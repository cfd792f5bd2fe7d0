// Catch2's main, in a translation unit of its own: it takes longer to compile than most tests.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
