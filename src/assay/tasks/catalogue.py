"""The tasks that are known, and the one rule that chooses among them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from assay.checks.words import one_of
from assay.engines.sources import Source
from assay.errors import labels as errors
from assay.metrics.cards import forget as forget_card
from assay.metrics.cards import register as register_card
from assay.tasks.requests import Request
from assay.tasks.task import Task, refuse_meaningless


@dataclass(frozen=True)
class Deferred:
    """A task that is loaded when one of its names is asked for, because nothing else can make it this task."""

    names: tuple[str, ...]
    home: str
    kind: str

    def load(self) -> Task:
        """Return the task itself."""
        task: Task = getattr(import_module(self.home), self.kind)()
        return task


_tasks: list[Task | Deferred] = []


def register(task: Task | Deferred) -> None:
    """Make a task known to every call, and its own metrics with it; its names become values of task=."""
    taken = task_names()
    for name in task.names:
        if name in taken and not any(set(task.names) == set(known.names) for known in _tasks):
            raise ValueError(f"there is a task called {name!r} already")
    for card in task.own_cards if isinstance(task, Task) else ():
        register_card(card)
    _tasks.append(task)


def forget(task: Task) -> None:
    """Take a task that was registered away again, with its own metrics."""
    _tasks.remove(task)
    for card in task.own_cards:
        forget_card(card)


def tasks() -> tuple[Task, ...]:
    """Return every task, in the order of registration."""
    return tuple(task if isinstance(task, Task) else task.load() for task in _tasks)


def task_names() -> tuple[str, ...]:
    """Return what task= may say."""
    return tuple(dict.fromkeys(name for task in _tasks for name in task.names))


def check_task(task: object) -> str | None:
    """Return the task's name, or refuse one that does not exist."""
    if task is not None and one_of(task, task_names()) is None:
        raise errors.unknown_task(task, task_names())
    return None if task is None else str(task)


@dataclass(frozen=True, eq=False)
class Chosen:
    """A task with the source of its cases, and why the cases make it this task (None where the caller said so)."""

    task: Task
    source: Source
    reason: str | None = None


def claiming(request: Request) -> Task | None:
    """Return the task that the arguments alone name, None where the cases decide."""
    for task in _tasks:
        if isinstance(task, Task):
            if task.claims(request):
                return task
        elif request.task in task.names:
            return task.load()
    return None


def choose(request: Request) -> Chosen:
    """Choose the task: the one that the arguments name, else the first that the profile of the truth speaks for."""
    claimed, source = claiming(request), open_source(request)
    return by_cases(request, source) if claimed is None else Chosen(claimed, source)


def open_source(request: Request) -> Any:
    """Return the source of the cases, before their kind is known; arguments that mean nothing for them are refused."""
    check_task(request.task)
    claimed = claiming(request)
    if claimed is not None:
        claimed.refuse_meaningless(request)
        return claimed.open(request)
    candidates = _deciding_by_cases()
    refuse_meaningless(request, frozenset().union(*(task.accepts for task in candidates)), "cases")
    return candidates[-1].open(request)


def by_cases(request: Request, source: Any) -> Chosen:
    """Choose the task that the profile of the truth speaks for."""
    truth = source.kind("truth")
    for task in _deciding_by_cases():
        reason = task.applies(truth, request)
        if reason is not None:
            task.refuse_meaningless(request)
            return Chosen(task, task.read(source), reason)
    raise LookupError("no task applies")


def _deciding_by_cases() -> list[Task]:
    return [task for task in _tasks if isinstance(task, Task) and task.by_cases]
