"""Builds the compiled twin of src/grognard/geometry/kernel.py where that can be done; says why where not, and never fails.

`python hatch_build.py` builds it into the source tree (`make setup` does); hatchling calls it for a wheel, which then carries
one file for every Python from 3.11 on (the stable ABI).
"""

from __future__ import annotations

import ast
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
ROOM = ROOT / "src" / "grognard" / "geometry"
STABLE = "0x030B0000"
WRAPPED = '''

def ask_{name}({given}):
    """{doc}"""
    try:
        return {name}({names})
    except (OverflowError, TypeError):
        return _plain.{name}({names})
'''


def source_hash() -> str:
    """The same as `grognard.geometry.twins` reckons."""
    parts = [(ROOM / name).read_bytes() for name in ("kernel.py", "kernel.pxd")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def source() -> str:
    """The kernel, and for each of its functions one that asks the plain twin where numbers are too large for C's."""
    text = (ROOM / "kernel.py").read_text("utf-8")
    text += f"\n\nfrom grognard.geometry import kernel as _plain\n\nSOURCE = {source_hash()!r}\n"
    for item in ast.parse(text).body:
        if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
            for one in item.args.args:
                one.annotation = None
            names = ", ".join(one.arg for one in item.args.args)
            doc = (ast.get_docstring(item) or "").replace("\\", "\\\\")
            text += WRAPPED.format(name=item.name, given=ast.unparse(item.args), names=names, doc=doc)
    return text


def compiler() -> list[str] | None:
    """The command of a C compiler, or None."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    for candidate in (named, "cc", "gcc", "clang"):
        words = shlex.split(candidate)
        if words and shutil.which(words[0]):
            return words
    return None


def build(into: Path, stable: bool) -> str:
    """Build the compiled twin into a folder; gives its file's name, or raises RuntimeError with the reason in words."""
    try:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
    except ImportError:
        raise RuntimeError("there is no Cython") from None
    include = Path(sysconfig.get_paths()["include"])
    if not (include / "Python.h").exists():
        raise RuntimeError("there are no headers of this Python")
    command = compiler()
    if command is None:
        raise RuntimeError("there is no C compiler")
    suffix = ".abi3.so" if stable else sysconfig.get_config_var("EXT_SUFFIX")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "grognard" / "geometry"
        work.mkdir(parents=True)
        for package in (work.parent, work):
            (package / "__init__.py").touch()
        (work / "_kernel.py").write_text(source(), "utf-8")
        shutil.copy(ROOM / "kernel.pxd", work / "_kernel.pxd")
        directives = {"language_level": 3, "annotation_typing": False, "embedsignature": False}
        try:
            cythonize([str(work / "_kernel.py")], compiler_directives=directives, quiet=True, force=True)
        except CompileError as fault:
            raise RuntimeError(f"Cython: {fault}") from None
        flags = ["-O2", "-fPIC", "-shared", "-fno-strict-overflow", "-w", f"-I{include}"]
        flags += [f"-DPy_LIMITED_API={STABLE}"] if stable else []
        flags += ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
        made = work / f"_kernel{suffix}"
        run = subprocess.run(
            [*command, *flags, str(work / "_kernel.c"), "-o", str(made)],
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise RuntimeError(f"the compiler failed: {run.stderr.strip()[-800:]}")
        for old in into.glob("_kernel.*.so"):
            old.unlink()
        shutil.move(made, into / made.name)
        return made.name


def main() -> None:
    """Build into the source tree, for this Python alone."""
    try:
        print(f"kernel: compiled, {build(ROOM, stable=False)}")
    except (RuntimeError, OSError) as why:
        print(f"kernel: plain Python, since {why}; nothing is lost but time")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:
    pass
else:

    class KernelHook(BuildHookInterface):  # type: ignore[misc, type-arg]
        """Puts the compiled twin into a wheel."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build what can be built before files are gathered."""
            if self.target_name != "wheel" or version == "editable":
                return
            folder = Path(self.directory) / "kernel"
            folder.mkdir(parents=True, exist_ok=True)
            try:
                name = build(folder, stable=True)
            except (RuntimeError, OSError) as why:
                self.app.display_warning(f"kernel: plain Python, since {why}")
                return
            build_data["force_include"][str(folder / name)] = f"grognard/geometry/{name}"
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{platform}"


if __name__ == "__main__":
    main()
