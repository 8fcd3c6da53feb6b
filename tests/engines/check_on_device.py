"""Arrays and tensors compared number by number: on a GPU where there is one, else on tensors of the processor.

`python tests/engines/check_on_device.py` prints a line for each check. It needs torch, numpy and scipy alone.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path


def main() -> int:
    """Run every check and say how it went; return how many failed."""
    sys.path[:0] = [str(Path(__file__).parents[2] / "src"), str(Path(__file__).parent)]
    import numpy as np
    import torch
    from same_on_device import engine_on
    from tensor_checks import CHECKS

    device = "cuda" if torch.cuda.is_available() else "cpu"
    name = torch.cuda.get_device_name() if device == "cuda" else "the processor: there is no GPU here"
    print(f"torch {torch.__version__}, numpy {np.__version__}, on {name}", flush=True)  # noqa: T201
    failed = 0
    with engine_on(device):
        for check in CHECKS:
            try:
                check(device)
                verdict = "OK"
            except Exception:
                verdict, failed = f"FAILED\n{traceback.format_exc(limit=-3)}", failed + 1
            print(f"{check.__name__.replace('_', ' '):<40} {verdict}", flush=True)  # noqa: T201
    print(f"{len(CHECKS) - failed} of {len(CHECKS)} checks OK", flush=True)  # noqa: T201
    return failed


if __name__ == "__main__":
    sys.exit(main())
