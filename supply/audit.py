"""Look up known holes in everything that assay brings with it, by pip-audit: python -m supply.audit PIP_AUDIT.

Where the data cannot be reached nothing is checked, and that is said; ASSAY_REQUIRE_AUDIT=1 makes it a failure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from supply.requirements import installed

Report = list[dict[str, object]]


def audited(program: str) -> Report:
    """Return what pip-audit says of every installed dependency, in the versions that are here."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "requirements.txt"
        listed.write_text("".join(f"{package.name}=={package.version}\n" for package in installed()), encoding="utf-8")
        words = [program, "--requirement", str(listed), "--no-deps", "--disable-pip", "--format", "json"]
        printed = subprocess.run(words, capture_output=True, text=True, check=False)
    try:
        dependencies: Report = json.loads(printed.stdout)["dependencies"]
    except (ValueError, KeyError):
        print((printed.stderr.strip().splitlines() or ["pip-audit says nothing"])[-1])
        return []
    return dependencies


def told(report: Report) -> tuple[list[str], int]:
    """Return one line per vulnerability, and how many packages were looked up."""
    lines, known = [], 0
    for package in report:
        holes = package.get("vulns")
        known += isinstance(holes, list)
        for hole in holes if isinstance(holes, list) else ():
            mended = ", ".join(hole.get("fix_versions", ())) or "no release yet"
            lines.append(f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    return lines, known


def main() -> int:
    """Print what is known; fail where a dependency has a known hole."""
    lines, known = told(audited(sys.argv[1] if len(sys.argv) > 1 else "pip-audit"))
    total = len(installed())
    for line in lines:
        print(line)
    print(f"{known} of {total} packages were looked up, {len(lines)} known vulnerabilities.")
    if known < total:
        print("The data of known vulnerabilities cannot be reached from here for the others: they were NOT checked.")
    return int(bool(lines) or (known < total and bool(os.environ.get("ASSAY_REQUIRE_AUDIT"))))


if __name__ == "__main__":
    sys.exit(main())
