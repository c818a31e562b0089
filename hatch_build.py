"""Builds the compiled twins of geometry/kernel.py and engine/recall.py where that can be done; says why where not, and never fails.

`python hatch_build.py` builds them into the source tree (`make setup` does); hatchling calls it for a wheel, which then carries
one file of each for every Python from 3.11 on (the stable ABI).
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
HOUSE = ROOT / "src" / "grognard"
KERNEL, RECALL = HOUSE / "geometry" / "kernel.py", HOUSE / "engine" / "recall.py"
TWINS = {"kernel": KERNEL, "memory": RECALL}
"""What is compiled, by the name it is told by."""
STABLE = "0x030B0000"
WRAPPED = '''

def ask_{name}({given}):
    """{doc}"""
    try:
        return {name}({names})
    except (OverflowError, TypeError):
        return _plain.{name}({names})
'''


def source_hash(plain: Path) -> str:
    """The same as `grognard.engine.twins` reckons."""
    parts = [plain.with_suffix(kind).read_bytes() for kind in (".py", ".pxd")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def source(plain: Path) -> str:
    """What is compiled for a module: its text, and what only the compiled twin has."""
    text = plain.read_text("utf-8") + f"\n\nSOURCE = {source_hash(plain)!r}\n"
    return asking(text) if plain == KERNEL else text.replace("value.__dict__", "_room(value)")


def asking(text: str) -> str:
    """The kernel, and for each of its functions one that asks the plain twin where numbers are too large for C's."""
    text += "\n\nfrom grognard.geometry import kernel as _plain\n"
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


def build(plain: Path, into: Path, stable: bool) -> str:
    """Build the compiled twin of a module into a folder; gives its file's name, or raises RuntimeError with the reason in words."""
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
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / plain.parent.relative_to(HOUSE.parent)
        work.mkdir(parents=True)
        for package in (work.parent, work):
            (package / "__init__.py").touch()
        named = work / f"_{plain.name}"
        named.write_text(source(plain), "utf-8")
        shutil.copy(plain.with_suffix(".pxd"), named.with_suffix(".pxd"))
        directives = {"language_level": 3, "annotation_typing": plain == RECALL, "embedsignature": False}
        try:
            cythonize([str(named)], compiler_directives=directives, quiet=True, force=True)
        except CompileError as fault:
            raise RuntimeError(f"Cython: {fault}") from None
        made = compile_c([*command, f"-I{include}"], named.with_suffix(".c"), stable)
        for old in into.glob(f"{named.stem}.*.so"):
            old.unlink()
        shutil.move(made, into / made.name)
        return made.name


def compile_c(command: list[str], code: Path, stable: bool) -> Path:
    """Make a module of C's code, beside it."""
    flags = ["-O2", "-DNDEBUG", "-fPIC", "-shared", "-fno-strict-overflow", "-w"]
    flags += [f"-DPy_LIMITED_API={STABLE}"] if stable else []
    flags += ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    made = code.with_suffix(".abi3.so" if stable else sysconfig.get_config_var("EXT_SUFFIX"))
    words = [*command, *flags, str(code), "-o", str(made)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"the compiler failed: {run.stderr.strip()[-800:]}")
    return made


def main() -> None:
    """Build into the source tree, for this Python alone."""
    for name, plain in TWINS.items():
        try:
            print(f"{name}: compiled, {build(plain, plain.parent, stable=False)}")
        except (RuntimeError, OSError) as why:
            print(f"{name}: plain Python, since {why}; nothing is lost but time")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:
    pass
else:

    class KernelHook(BuildHookInterface):  # type: ignore[misc, type-arg]
        """Puts the compiled twins into a wheel."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build what can be built before files are gathered."""
            if self.target_name != "wheel" or version == "editable":
                return
            folder = Path(self.directory) / "kernel"
            folder.mkdir(parents=True, exist_ok=True)
            for told, plain in TWINS.items():
                try:
                    name = build(plain, folder, stable=True)
                except (RuntimeError, OSError) as why:
                    self.app.display_warning(f"{told}: plain Python, since {why}")
                    continue
                build_data["force_include"][str(folder / name)] = f"grognard/{plain.parent.name}/{name}"
                platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
                build_data["pure_python"] = False
                build_data["tag"] = f"cp311-abi3-{platform}"


if __name__ == "__main__":
    main()
