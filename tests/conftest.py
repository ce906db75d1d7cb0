"""What tests share: the inputs beside the repository, and tables of cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

_CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n+~~~~~\n(?P<input>.*?)^~~~~~\n+~~~~~\n(?P<expected>.*?)^~~~~~$",
    re.MULTILINE | re.DOTALL,
)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of inputs beside the repository; a test that asks for it skips where it is missing."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"the shared inputs are not at {folder.name}/ beside the repository")
    return folder


def read_cases(name: str) -> list[tuple[str, str, str]]:
    """Return title, input and expected result of each case in `tests/cases/<name>.md`."""
    text = (ROOT / "tests" / "cases" / f"{name}.md").read_text(encoding="utf-8")
    return [(case["title"], case["input"], case["expected"]) for case in _CASE.finditer(text)]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cases(name): run once a case of tests/cases/<name>.md")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test marked `cases` each input and expected result as `case`."""
    marker = metafunc.definition.get_closest_marker("cases")
    if marker is not None:
        cases = read_cases(str(marker.args[0]))
        assert cases, f"no case in {marker.args[0]}.md"
        metafunc.parametrize(
            "case", [(source, expected) for _, source, expected in cases], ids=[c[0] for c in cases]
        )
