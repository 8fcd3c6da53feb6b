"""An evaluation that grows: cases are held while they are few, then summed up, and judged whenever somebody asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from assay.engines.memory import MemoryTable
from assay.engines.running import NAME, RunningTable
from assay.engines.sources import Source
from assay.errors import saving as errors
from assay.inputs.batches import ArrayColumn, Batch
from assay.inputs.roles import Role
from assay.intervals.choose import check_method
from assay.pipelines.judging import judge_chosen
from assay.pipelines.keeping import Kept, bare_request
from assay.pipelines.merging import check_alike, join_kept
from assay.results.evaluation import Evaluation
from assay.tasks.catalogue import Chosen, by_cases, claiming, open_source
from assay.tasks.requests import Request
from assay.tasks.task import Task

FEW = 16_384
"""Up to so many cases they are held as they came (a few hundred kB), so that everything evaluate gives can be given."""

MOST = 1_000_000
"""Up to so many cases of a kind that nothing sums up are held; more would fill the memory without a word."""


@dataclass(eq=False)
class RunningState:
    """What was added so far: summaries of what came first, and the batches since then.

    `parts` are kept as a tree: each stands for twice as many condensed batches as the next. `roles` are those of the
    first batch; `request` holds the settings, `claimed` the task that the arguments name, where they do, and
    `unsummed` says why cases cannot be summed up, where they cannot.
    """

    request: Request | None = None
    claimed: Task | None = None
    roles: tuple[Role, ...] = ()
    parts: list[Kept] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    batches: list[Batch] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    complete: int = 0
    unsummed: str | None = None

    @property
    def held(self) -> int:
        """How many cases are held one by one."""
        return sum(self.sizes)

    def add(self, request: Request) -> None:
        """Add the cases of a request."""
        source = open_source(request)
        asked = bare_request(replace(request, method=check_method(request.method)))
        claimed = claiming(request)
        chosen = self._chosen(asked, source) if claimed is None else Chosen(claimed, source)
        if not isinstance(chosen.source, Source):
            self._add_held(request, chosen, claimed)
            return
        profile = chosen.source.profile
        self._check_roles(source.roles)
        self.request, self.claimed = self.request or asked, self.claimed or claimed
        if isinstance(source.table, MemoryTable):
            self.batches.append(_own(source.table.batch))
            self.sizes.append(profile.rows)
            self._condense()
        else:
            self._push(self._reduced(request, chosen), 0)
        self.complete += profile.complete

    def _add_held(self, request: Request, chosen: Chosen, claimed: Task | None) -> None:
        """Add what a task read itself, such as texts: it is summed up at once."""
        kept = self._reduced(request, chosen)
        if kept.why_not is not None:
            raise errors.not_added(kept.why_not)
        kept = kept.bounded()
        self.request, self.claimed = self.request or kept.request, self.claimed or claimed
        self._push(kept, 0)
        self.complete += chosen.task.how_many(kept.summary)

    def _check_roles(self, roles: tuple[Role, ...]) -> None:
        """Refuse a batch that brings other columns than the first one."""
        if not self.roles:
            self.roles = roles
        first, second = ([(role.part, role.names or role.stacked) for role in own] for own in (self.roles, roles))
        if first != second:
            raise errors.roles_differ(_listed(roles), _listed(self.roles))

    def _chosen(self, request: Request, source: Source) -> Chosen:
        """Return the task of some cases: that of the parts summed up, else whatever the cases make it."""
        if self.claimed is not None:
            return Chosen(self.claimed, source)
        if not self.parts:
            return by_cases(request, source)
        task = self.parts[0].judge
        return Chosen(task, task.read(source), self.parts[0].reason)

    def _source(self) -> Source:
        """Return the cases that are held as one source."""
        request = self._asked()
        return Source(RunningTable(tuple(self.batches), tuple(self.sizes)), self.roles, request.missing)

    def _asked(self) -> Request:
        if self.request is None:
            raise errors.nothing_added()
        return self.request

    def _reduced(self, request: Request, chosen: Chosen) -> Kept:
        """Sum cases up, or refuse those of which nothing but the cases themselves will do."""
        plan = chosen.task.plan(request, chosen.source, chosen.reason)
        summary = chosen.source.reduce(plan.reducer)
        kept = Kept.of(request, chosen, plan, summary)
        if kept is None:
            raise errors.not_added(f"what task={chosen.task.name!r} measures ranks the cases of all batches together")
        return replace(kept, engine=NAME)

    def _condense(self) -> None:
        """Put a summary in the place of the cases that are held, where they are many."""
        if self.held <= (FEW if self.unsummed is None else MOST):
            return
        if self.unsummed is not None:
            raise errors.too_many_kept(self.held, MOST, self.unsummed)
        request = self._asked()
        kept = self._reduced(request, self._chosen(request, self._source()))
        self.unsummed = kept.why_not
        if self.unsummed is None:
            self._push(kept, 0)
            self.batches, self.sizes = [], []

    def _push(self, kept: Kept, depth: int) -> None:
        """Add a summary to the tree: two of one depth become one of the next."""
        kept = kept.bounded()
        while self.depths and self.depths[-1] == depth:
            self.depths.pop()
            kept, depth = join_kept([self.parts.pop(), kept]).bounded(), depth + 1
        self.parts.append(kept)
        self.depths.append(depth)

    def merge(self, other: RunningState) -> None:
        """Add everything that another state holds."""
        if other.request is None:
            return
        self._check_roles(other.roles)
        if self.request is not None:
            check_alike(self._shell(), other._shell())
        self.request, self.claimed = self.request or other.request, self.claimed or other.claimed
        for kept, depth in zip(other.parts, other.depths, strict=True):
            self._push(kept, depth)
        self.batches, self.sizes = [*self.batches, *other.batches], [*self.sizes, *other.sizes]
        self.complete += other.complete
        self._condense()

    def _shell(self) -> Kept:
        """Return what was asked and which columns came, for comparison."""
        return Kept("", self._asked(), NAME, None, None, self.roles)

    def result(self) -> Evaluation:
        """Judge everything that was added."""
        request = self._asked()
        if not self.parts:
            return judge_chosen(request, self._chosen(request, self._source()))
        return join_kept(list(self._every(request))).result()

    def _every(self, request: Request) -> Iterator[Kept]:
        yield from self.parts
        if self.batches:
            yield self._reduced(request, self._chosen(request, self._source()))


def _own(batch: Batch) -> Batch:
    """Return a batch of copies, as whoever adds cases may write the next ones over them."""
    return Batch({name: ArrayColumn(column.array.copy()) for name, column in batch.columns.items()})


def _listed(roles: tuple[Role, ...]) -> str:
    return ", ".join(f"`{role.part}`" for role in roles)
