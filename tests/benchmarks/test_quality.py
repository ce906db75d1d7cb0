from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from benchmarks.peers import PEERS, Corpus, installed
from benchmarks.quality import main
from benchmarks.units import Unit
from benchmarks.words import grams, words, words_and_pairs
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.peers import Peer

PAGES = {
    "install.md": "# Install\n\nDownload the archive and unpack it.\n\n## On Windows\n\nRun the wizard.\n",
    "serve.md": "# Serve\n\nStart the server with a port.\n",
    "search.md": "# Search\n\nAsk for words; stemming finds inflected forms.\n",
}
QUESTIONS = [
    {
        "id": "1",
        "query": "unpacking archives",
        "expect": ["docs/install.md"],
        "also": [],
        "kind": "exact",
        "lang": "en",
    },
    {
        "id": "2",
        "query": "which port",
        "expect": ["docs/serve.md"],
        "also": [],
        "kind": "howto",
        "lang": "en",
    },
    {"id": "3", "query": "kubernetes", "expect": [], "also": [], "kind": "unanswerable", "lang": "en"},
]


@pytest.fixture
def golden(tmp_path: Path) -> str:
    """The option that names a tiny golden set."""
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    file = tmp_path / "tiny.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in QUESTIONS), encoding="utf-8")
    return f"{file}={tmp_path / 'docs'}"


def test_a_run_prints_every_system_and_a_saved_run_equals_itself(golden: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    result = CliRunner().invoke(main, ["--golden", golden, "--json", str(run)])
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.output.splitlines()]
    systems = [peer.name for peer in PEERS if installed(peer)]
    rows = [line for line in lines if line[:1] == ["tiny"]]
    assert [line[1] for line in rows[: len(systems)]] == systems
    assert [line[3] for line in rows[len(systems) :]] == systems[1:]  # siglum − each other
    assert rows[0][2:4] == ["2", "1.000"]
    saved = json.loads(run.read_text(encoding="utf-8"))
    assert saved["sets"]["tiny"]["siglum"]["1"]["pages"][0] == "docs/install.md"

    again = CliRunner().invoke(main, ["--golden", golden, "--system", "siglum", "--against", str(run)])
    assert again.exit_code == 0, again.output
    assert again.output.splitlines()[-1].split()[:5] == ["=", "golden", "siglum", "2", "+0.000"]


def test_several_folders_are_one_corpus(golden: str, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "extra.md").write_text("# Extra\n\nText.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["--golden", f"{golden},{tmp_path / 'more'}", "--system", "siglum"])
    assert result.exit_code == 0, result.output
    assert next(line.split()[3] for line in result.output.splitlines() if line.startswith("tiny")) == "1.000"


@pytest.mark.parametrize("value", ["tiny.jsonl", "tiny.jsonl=", "tiny.jsonl=nowhere"])
def test_a_golden_file_needs_a_folder(value: str) -> None:
    result = CliRunner().invoke(main, ["--golden", value])
    assert result.exit_code == 2
    assert "FILE=FOLDER" in result.output


def test_a_foreign_file_is_no_saved_run(golden: str, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.json"
    foreign.write_text('{"format": 1, "sets": [1]}', encoding="utf-8")
    result = CliRunner().invoke(main, ["--golden", golden, "--against", str(foreign)])
    assert result.exit_code == 1
    assert "not a run saved by --json" in result.output


@pytest.mark.parametrize(
    "peer", [peer for peer in PEERS if peer.name != "siglum"], ids=lambda peer: peer.name
)
@pytest.mark.parametrize(
    ("language", "query", "found"),
    [
        ("en", "unpacking archives", "a.md"),
        ("de", "die Anträge", "b.md"),
        ("ja", "設定を変更", "c.md"),
        ("en", "AND OR NOT \"unpack' *", "a.md"),
        ("en", "-- !!", None),
        ("ja", "", None),
    ],
)
def test_a_peer_finds_inflected_words_and_words_without_spaces(
    peer: Peer, language: str, query: str, found: str | None, tmp_path: Path
) -> None:
    if not installed(peer):
        pytest.skip(f"{peer.module} is not installed; it is in the dependency group `bench`")
    units = (
        Unit("a.md", "Archive", ("Guide",), "How it is unpacked."),
        Unit("b.md", "Antrag", ("Leitfaden",), "Der Antrag wird gestellt, kein weiterer Anträge."),
        Unit("c.md", "環境変数", ("手引き",), "環境変数で設定を変更できます。"),
    )
    search = peer.build(Corpus(tmp_path, units, language, tmp_path))
    results = search(query, 10)
    assert next((result.path for result in results), None) == found
    assert [result.score for result in results] == sorted((r.score for r in results), reverse=True)


def test_words_are_cut_at_everything_but_letters_and_digits() -> None:
    assert words("How do I use `get_user()` in C++11, USER?") == [
        "how",
        "do",
        "i",
        "use",
        "get",
        "user",
        "in",
        "c",
        "11",
    ]
    assert grams("生成AIの評価 a", 3) == ["生成a", "成ai", "aiの", "iの評", "の評価", "a"]
    assert words_and_pairs("生成AIの評価 a") == ["生成", "ai", "の評", "評価", "a"]
