// The whole reader: datasets, records, dictionary, keyword search, checks.
// For look-ups alone include <corpack/dataset.hpp>: it links with LMDB only.
#pragma once

#include <corpack/dataset.hpp>
#include <corpack/searcher.hpp>
#include <corpack/verify.hpp>
#include <corpack/version.hpp>
