"""What an evaluation was made from, for whoever saves it, merges it or makes it again."""

from __future__ import annotations


class Origin:
    """The request, the profile and the summary behind an evaluation; `pipelines` knows what stands in it."""
