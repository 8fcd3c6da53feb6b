"""What can go wrong, and how it is said.

Every message has three beats: what is wrong, with the user's own names and numbers; what was
expected; what to do next. The modules beside this one hold one named constructor per message.

    AssayError
    ├── InputError (also a ValueError)      what was handed over cannot be used
    │   └── FileError (also an OSError)     a file cannot be read or written
    ├── MetricError (also a KeyError)       no such metric, or not one that fits here
    └── MissingPackageError (also an ImportError)  an optional package is not installed
"""

from __future__ import annotations

from assay.errors.tree import AssayError, FileError, InputError, MetricError, MissingPackageError

__all__ = ["AssayError", "FileError", "InputError", "MetricError", "MissingPackageError"]
