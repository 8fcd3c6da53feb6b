"""Cells that are known to fail, by name and with what the reader is told; no method was found that mends them."""

from __future__ import annotations

FAILURES: dict[str, str] = {}
"""Cells that no method we know mends. The alarm must ring in 95% of their samples, else they count as failures."""

WIDER: dict[str, str] = {}
"""Cells whose interval is more than 1.1 times as wide as that of a rival that covers there too, and why it stays."""
