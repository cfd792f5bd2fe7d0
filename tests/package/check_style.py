#!/usr/bin/env python3
"""What neither formatter nor compiler looks at.

`check_style.py ROOT` prints each finding and ends with status 1.
"""
import pathlib
import re
import subprocess
import sys

FORBIDDEN_IN_CMAKE = {
    r"(?<!target_)\binclude_directories\s*\(": "name the target: target_include_directories",
    r"(?<!target_)\blink_libraries\s*\(": "name the target: target_link_libraries",
    r"\bfile\s*\(\s*GLOB": "list the files",
    r"-march=native": "a dataset's tools run elsewhere than where they were built",
}
GENERATED = re.compile(
    r"_generated\.(h|py)$|(^|/)corpack/format/.*\.py$|\.pyc$|compile_commands\.json$|^build/"
)
EMPTY_NAME = re.compile(r"(^|[/_-])(util|utils|common|helpers?|managers?|misc)([._/-]|$)", re.IGNORECASE)


def files_of(root):
    """Tracked files, and new ones that are not ignored; all of them where there is no git."""
    git = ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files"]
    git += ["--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(git, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
        names = [name for name in names if not name.startswith(("build/", ".git/"))]
    return [name for name in names if (root / name).is_file()]


def is_cmake(name):
    return name.endswith((".cmake", ".cmake.in", "CMakeLists.txt", "CMakePresets.json"))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    findings = []
    names = files_of(root)
    for name in names:
        if GENERATED.search(name):
            findings.append(f"{name}: generated, not to be committed")
        if EMPTY_NAME.search(name):
            findings.append(f"{name}: a name that does not say what is inside")
        if is_cmake(name):
            for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1):
                for pattern, advice in FORBIDDEN_IN_CMAKE.items():
                    if re.search(pattern, line.split("#")[0]):
                        findings.append(f"{name}:{number}: {line.strip()}: {advice}")
    print("\n".join(findings) or f"{len(names)} files keep the rules")
    return 1 if findings or not names else 0


if __name__ == "__main__":
    sys.exit(main())
