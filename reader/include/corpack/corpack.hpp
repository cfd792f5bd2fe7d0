// The whole reader: datasets, records, dictionary, completions, keyword search, keywords, checks.
// For look-ups alone include <corpack/dataset.hpp>: it links with LMDB only.
#pragma once

#include <corpack/completions.hpp>
#include <corpack/dataset.hpp>
#include <corpack/keywords.hpp>
#include <corpack/searcher.hpp>
#include <corpack/verify.hpp>
#include <corpack/version.hpp>
