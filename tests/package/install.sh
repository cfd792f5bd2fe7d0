#!/bin/sh
# install.sh SOURCE_DIR BUILD_DIR CXX CMAKE GENERATOR: installs a built tree to a prefix with a space in its
# name, moves it, and uses it as a stranger would: the command, find_package, pkg-config, and another
# FlatBuffers version.
set -eu
source=$1 build=$2 cxx=$3 cmake=$4 generator=$5
here=$source/tests/package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/a prefix"

fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# run STEP COMMAND...: the command's output is shown only if it fails.
run() {
  step=$1
  shift
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$step failed"; }
}

run install "$cmake" --install "$build" --prefix "$work/first prefix"
mv "$work/first prefix" "$prefix"
pkgconfig=$(find "$prefix" -name pkgconfig -type d)
lib=$(dirname "$pkgconfig")
if grep -rlF -e "$build" -e "$source" -e "$work" "$lib" "$prefix/include" "$prefix/share"; then
  fail "the files above name folders of the machine that built them"
fi
for file in FORMAT.md ANALYZER.md; do
  find "$prefix/share/doc" -name "$file" | grep -q . || fail "$file is not installed"
done

# The record's text comes from the dump itself and its id from xxhsum, not from corpack.
text=$(sed -n 3p "$source/seeds/000_6918f654aae3d93c.txt")
id=$(printf %s "$text" | xxhsum -H3 | sed 's/.*= //')
dataset="$work/a dataset.corpack"
run compile "$prefix/bin/corpack" compile "$source"/seeds/*.txt -o "$dataset"

# expect NAME OUTPUT WANTED
expect() {
  [ "$2" = "$3" ] || fail "$1 printed: $2"
}
both=$(printf '%s\n%s' "$text" "$id")

build_project() {
  run "configure $1" "$cmake" -G "$generator" -S "$here/$1" -B "$work/$1" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror"
  run "build $1" "$cmake" --build "$work/$1"
}
build_project consumer
expect consumer "$("$work/consumer/consumer" "$dataset" "$id" "mirror symmetry")" "$both"

build_project lookup_consumer
expect lookup_consumer "$("$work/lookup_consumer/lookup_consumer" "$dataset" "$id")" "$text"
needed=$(readelf -d "$work/lookup_consumer/lookup_consumer" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
  grep -vE '^(libstdc\+\+|libgcc_s|libm|libc|ld-linux[a-z0-9-]*)\.so')
case $needed in liblmdb.so*) ;; *) fail "looking up needs: $needed" ;; esac
[ "$(printf '%s\n' "$needed" | wc -l)" -eq 1 ] || fail "looking up needs: $needed"

# pkg-config escapes the space for the shell, hence eval.
export PKG_CONFIG_PATH="$pkgconfig"
flags=$(pkg-config --cflags --libs corpack)
run "build by pkg-config" eval "'$cxx' -std=c++20 '$here/consumer/main.cpp' -o '$work/by_pkg_config' $flags"
expect "the pkg-config build" "$("$work/by_pkg_config" "$dataset" "$id" "mirror symmetry")" "$both"
flags=$(pkg-config --cflags --libs corpack-lookup)
run "build look-up by pkg-config" eval \
  "'$cxx' -std=c++20 '$here/lookup_consumer/main.cpp' -o '$work/by_pkg_config' $flags"
expect "the pkg-config look-up build" "$("$work/by_pkg_config" "$dataset" "$id")" "$text"

# Another FlatBuffers: its headers alone stop the configuration with a message that names both versions; with
# a flatc of the same version the headers of the format are generated anew. This flatc is the installed one
# under another version number.
headers=$(sed -n 's/^CORPACK_flatbuffers_INCLUDE_DIR:PATH=//p' "$build/CMakeCache.txt")
flatc=$(sed -n 's/^CORPACK_FLATC:FILEPATH=//p' "$build/CMakeCache.txt")
version=$("$flatc" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')
other=${version%.*}.9${version##*.}
mkdir -p "$work/other/include" "$work/other/bin"
cp -r "$headers/flatbuffers" "$work/other/include/"
sed -i "s/\(define FLATBUFFERS_VERSION_REVISION\) .*/\1 ${other##*.}/" \
  "$work/other/include/flatbuffers/base.h"

configure_other() {
  rm -rf "$work/consumer"
  "$cmake" -G "$generator" -S "$here/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix;$work/other" \
    -DCMAKE_CXX_COMPILER="$cxx" "$@"
}
if configure_other -DCORPACK_FLATC="$flatc" >"$work/log" 2>&1; then
  fail "FlatBuffers $other was taken for $version"
fi
tr -s ' \n' ' ' <"$work/log" | grep -F "FlatBuffers $version" | grep -qF "FlatBuffers $other" ||
  { cat "$work/log" >&2; fail "the message does not name FlatBuffers $version and $other"; }

cat >"$work/other/bin/flatc" <<END
#!/bin/sh
if [ "\$1" = --version ]; then echo "flatc version $other"; exit; fi
"$flatc" "\$@" || exit
for last; do :; done
header=\$3/\$(basename "\$last" .fbs)_generated.h
sed -i 's/\(VERSION_REVISION ==\) ${version##*.}/\1 ${other##*.}/' "\$header"
END
chmod +x "$work/other/bin/flatc"
run "configure with FlatBuffers $other" configure_other
run "build with FlatBuffers $other" "$cmake" --build "$work/consumer"
expect "the consumer with FlatBuffers $other" \
  "$("$work/consumer/consumer" "$dataset" "$id" "mirror symmetry")" "$both"
echo "installed, moved and used"
