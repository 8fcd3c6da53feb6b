"""Every recorded call, in order."""

from __future__ import annotations

from recordings import (
    calls_of_comparisons,
    calls_of_files,
    calls_of_images,
    calls_of_labels,
    calls_of_regression,
    calls_of_scores,
    calls_of_stats,
    calls_of_tables,
    calls_of_text,
    calls_of_validation,
    command_lines,
    refused_calls,
    refused_tasks,
)
from recordings.call import Call

MODULES = (
    calls_of_labels,
    calls_of_scores,
    calls_of_regression,
    calls_of_tables,
    calls_of_files,
    calls_of_images,
    calls_of_text,
    calls_of_comparisons,
    calls_of_validation,
    calls_of_stats,
    refused_calls,
    refused_tasks,
    command_lines,
)


def all_calls() -> list[Call]:
    """Return every call; two of one name would overwrite each other."""
    calls = [call for module in MODULES for call in module.CALLS]
    names = [call.name for call in calls]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"Two calls have the same name: {', '.join(repeated)}.")
    return calls
