"""Files are written whole or not at all, whatever stops the writer."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import assay
from assay.results.written_files import write_whole


def listing(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there/page.md").write_text("old")
    os.symlink("there/page.md", tmp_path / "link.md")
    write_whole(tmp_path / "link.md", b"new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "there/page.md").read_text() == "new"


def test_rights_are_kept_and_new_files_get_the_usual_ones(tmp_path) -> None:
    (tmp_path / "old").write_text("x")
    os.chmod(tmp_path / "old", 0o640)
    (tmp_path / "usual").touch()
    for name in ("old", "new"):
        write_whole(tmp_path / name, b"y")
    assert (tmp_path / "old").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, code) -> None:
    (tmp_path / "page.md").write_text("old")

    def fail(handle: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(assay.AssayError, match=os.strerror(code)):
        assay.report(assay.evaluate([1, 0], [1, 0]), tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text() == "old"
    assert listing(tmp_path) == ["page.md"]


def test_what_is_no_file_is_not_replaced(tmp_path) -> None:
    os.mkfifo(tmp_path / "page.md")
    os.symlink("loop.md", tmp_path / "loop.md")
    result = assay.evaluate([1, 0], [1, 0])
    for name, match in (("page.md", "it is no file"), ("loop.md", "symbolic links")):
        with pytest.raises(assay.AssayError, match=match):
            assay.report(result, tmp_path / name)
    assert (tmp_path / "page.md").is_fifo()
    assert (tmp_path / "loop.md").is_symlink()


@pytest.mark.parametrize("suffix", ["svg", "json", "html", "png"])
def test_charts_are_written_the_same_way(tmp_path, monkeypatch, suffix) -> None:
    chart = assay.evaluate([1, 0, 1, 0], [1, 0, 0, 0]).plot()
    os.symlink(f"chart.{suffix}", tmp_path / f"link.{suffix}")
    chart.save(str(tmp_path / f"link.{suffix}"))
    written = (tmp_path / f"chart.{suffix}").read_bytes()
    assert len(written) > 500
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "no space")))
    with pytest.raises(assay.AssayError, match="no space"):
        chart.save(tmp_path / f"chart.{suffix}")
    assert listing(tmp_path) == [f"chart.{suffix}", f"link.{suffix}"]
    assert (tmp_path / f"chart.{suffix}").read_bytes() == written


WRITER = """
import sys
from assay.results.written_files import write_whole
print("ready", flush=True)
for turn in range(1_000_000):
    write_whole(sys.argv[1], bytes([97 + turn % 26]) * 400_000)
"""


def test_a_writer_killed_at_any_moment_leaves_one_whole_file(tmp_path) -> None:
    rng, path = np.random.default_rng(3), tmp_path / "page.md"
    for moment in rng.uniform(0, 0.05, 10):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(moment)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        content = path.read_bytes() if path.exists() else b""
        assert len(content) in (0, 400_000)
        assert len(set(content)) <= 1
