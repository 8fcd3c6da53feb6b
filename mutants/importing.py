"""Imports one module from a changed source; nothing is written into `src`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType

from mutants.mutant import SOURCE, Mutant


class ChangedLoader(SourceFileLoader):
    """Loads a module as a mutant has it, past the compiled files on disk."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(SOURCE / mutant.file))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """Compile the changed source."""
        return compile(self.mutant.source(), self.path, "exec")


class ChangedFinder(MetaPathFinder):
    """Finds the one module that a mutant changes, before anything else does."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the changed module, or leave others to the usual finders."""
        if fullname != self.mutant.module:
            return None
        file = str(SOURCE / self.mutant.file)
        places = [str(SOURCE / self.mutant.file.removesuffix("/__init__.py"))] if file.endswith("__init__.py") else None
        return spec_from_file_location(
            fullname, file, loader=ChangedLoader(self.mutant), submodule_search_locations=places
        )


def install(mutant: Mutant) -> None:
    """Let every later import of the mutant's module see the change."""
    sys.meta_path.insert(0, ChangedFinder(mutant))
