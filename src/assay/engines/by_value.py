"""Values pickled for another machine: code of the user's own goes along, that of installed packages is there."""

from __future__ import annotations

import io
import pickle
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import cloudpickle

INSTALLED = tuple(
    Path(sysconfig.get_paths()[name]).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")
)


def pickled(value: object) -> bytes:
    """Return a value as bytes that any machine with the same packages can read.

    Lambdas and functions of a script or notebook are always written out; those of modules that lie beside the script
    are too, as no worker could import them.
    """
    plain = bytes(cloudpickle.dumps(value))
    own = [module for module in _modules(plain) if not _installed(module)]
    if not own:
        return plain
    for module in own:
        cloudpickle.register_pickle_by_value(module)
    try:
        return bytes(cloudpickle.dumps(value))
    finally:
        for module in own:
            cloudpickle.unregister_pickle_by_value(module)


class _Listing(pickle.Unpickler):
    """Reads a pickle to list the modules that it mentions."""

    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content))
        self.names: set[str] = set()

    def find_class(self, module: str, name: str, /) -> object:
        self.names.add(module)
        return super().find_class(module, name)


def _modules(content: bytes) -> list[ModuleType]:
    listing = _Listing(content)
    listing.load()
    return [sys.modules[name] for name in sorted(listing.names) if name in sys.modules]


def _installed(module: ModuleType) -> bool:
    """Say whether workers have a module: assay itself, and whatever was installed or came with Python."""
    file = getattr(module, "__file__", None)
    if file is None or module.__name__.partition(".")[0] in ("assay", "__main__"):
        return True
    return any(folder in Path(file).resolve().parents for folder in INSTALLED)
