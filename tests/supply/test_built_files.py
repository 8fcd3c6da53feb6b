"""What users install is built here, the same bytes each time, put into a clean environment, and run."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="make test installs hatchling")

HOME = Path(__file__).parents[2]


def run(*words: object, cwd: Path = HOME, **variables: str) -> str:
    known = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SOURCE_DATE_EPOCH")}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=known | variables, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def built(target: Path) -> tuple[Path, Path]:
    wheel, archive = run(sys.executable, "-m", "supply.build", target).split()
    return Path(wheel), Path(archive)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[Path, Path]:
    return built(tmp_path_factory.mktemp("dist"))


def test_built_twice_it_is_the_same_to_the_byte(made, tmp_path):
    (HOME / "README.md").touch()
    for first, second in zip(made, built(tmp_path), strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


def test_the_wheel_is_what_the_sdist_builds(made, tmp_path):
    wheel, archive = made
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    program = "import sys; from hatchling import build; build.build_wheel(sys.argv[1])"
    run(sys.executable, "-c", program, tmp_path, cwd=source, SOURCE_DATE_EPOCH="1767225600")
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_installed_from_the_wheel_the_demo_runs(made, tmp_path):
    """The dependencies are those of this environment; assay itself is only what the wheel holds."""
    venv.create(tmp_path / "clean")
    clean = tmp_path / "clean" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(sys.executable, "-m", "pip", "--python", clean, "install", "--no-deps", "--no-index", "--quiet", made[0])
    site = Path(run(clean, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", cwd=tmp_path).strip())
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"])
    where = run(clean, "-c", "import assay; print(assay.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(tmp_path)
    printed = run(clean.with_name("assay"), "demo", "--report", "demo.html", cwd=tmp_path)
    assert "ROC AUC" in printed
    assert (tmp_path / "demo.html").stat().st_size > 100_000
    assert (site / "assay" / "py.typed").exists()
