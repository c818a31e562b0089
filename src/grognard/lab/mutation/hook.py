"""Imports changed files as they are told to be; the files themselves are never touched.

Processes that a test starts change the same files: they find them through `GROGNARD_CHANGED` and a
`sitecustomize` on their path. Nothing of the house is imported here, so that all of it can be changed.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.resources.readers import FileReader
from pathlib import Path
from types import ModuleType

import grognard

ROOT = Path(grognard.__file__).resolve().parents[2]
VARIABLE = "GROGNARD_CHANGED"
CUSTOM = "from grognard.lab.mutation import hook\n\nhook.inherit()\n"
Changed = Mapping[str, str | ast.Module]
"""For each file, by its path from the root of the project, its new text or tree."""


class Hook(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and runs the files that are changed, and no others."""

    def __init__(self, changed: Changed):
        self.changed = {module_of(file): (file, text) for file, text in changed.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A spec for the modules that are changed."""
        if fullname not in self.changed:
            return None
        file = ROOT / self.changed[fullname][0]
        package = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, file, loader=self, submodule_search_locations=package
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed text."""
        file, text = self.changed[module.__name__]
        exec(compile(text, str(ROOT / file), "exec", dont_inherit=True), module.__dict__)

    def get_resource_reader(self, name: str) -> FileReader:
        """What lies beside a changed file is read as ever."""
        return FileReader(importlib.machinery.SourceFileLoader(name, str(ROOT / self.changed[name][0])))


def module_of(file: str) -> str:
    """The name by which a file is imported."""
    parts = list(Path(file).with_suffix("").parts)
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def change(changed: Changed) -> None:
    """From now on these files are imported changed. For a process of its own: there is no way back."""
    hook = Hook(changed)
    sys.meta_path.insert(0, hook)
    if any(name in sys.modules for name in hook.changed):
        for name in [name for name in sys.modules if name.split(".")[0] == "grognard"]:
            if not name.startswith("grognard.lab.mutation"):
                del sys.modules[name]


def bequeath(changed: Changed, folder: Path) -> None:
    """Let processes that are started from here on change the same files; `folder` is theirs to read."""
    texts = {file: text if isinstance(text, str) else ast.unparse(text) for file, text in changed.items()}
    (folder / "changed.json").write_text(json.dumps(texts), "utf-8")
    (folder / "sitecustomize.py").write_text(CUSTOM, "utf-8")
    os.environ[VARIABLE] = str(folder / "changed.json")
    path = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *([path] if path else [])])


def inherit() -> None:
    """What the process that started this one has changed."""
    if VARIABLE in os.environ:
        change(json.loads(Path(os.environ[VARIABLE]).read_text("utf-8")))
