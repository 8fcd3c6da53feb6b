"""What task= may say, once all tasks are registered."""

from __future__ import annotations

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.tasks.catalogue import check_task, task_names
from assay.tasks.catalogue import tasks as known_tasks

__all__ = ["check_task", "known_tasks", "task_names"]
