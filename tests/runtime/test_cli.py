"""The command line: data on stdout, everything else on stderr, exit codes as documented."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from siglum.cli import main

SCHEMAS = Path(__file__).parents[2] / "schemas"


@pytest.fixture
def shelf(tmp_path: Path, artifact: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder whose `artifacts/` holds one artifact, and return that folder."""
    shutil.copytree(artifact, tmp_path / "artifacts/lantern")
    (tmp_path / "below/deeper").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "below/deeper")
    monkeypatch.delenv("SIGLUM_ARTIFACT", raising=False)
    return tmp_path


def run(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize(
    ("arguments", "schema"),
    [
        (("search", "locked vault", "--json"), "search.response.json"),
        (("search", "getEntryByName", "--json"), "search.response.json"),
        (("search", "zzzqqq", "--json"), "search.response.json"),
        (("search", "vault", "--top-k", "999", "--json"), "search.response.json"),
        (("get", "md:ja/sync.md#準備", "--json"), "get_content.response.json"),
        (("get", "file:src/vault.py", "--max-lines", "3", "--json"), "get_content.response.json"),
        (
            ("get", "file:guide/configuration.md", "--mode", "multi_range", "--json"),
            "get_content.response.json",
        ),
        (("flow", "file:guide/configuration.md", "file:no.md", "--json"), "summarize_flow.response.json"),
        (("flow", "--topic", "locked vault", "--json"), "summarize_flow.response.json"),
        (("guide", "open a vault", "--json"), "guide_implementation.response.json"),
        (("guide", "zzzqqq", "--json"), "guide_implementation.response.json"),
        (("diagnostics", "--json"), "diagnostics.response.json"),
        (("list-topics", "--json"), "list_topics.response.json"),
        (("inspect", "--json"), "inspect.response.json"),
        (("inspect", "--links", "--json"), "inspect.response.json"),
        (("verify", "--json"), "verify.response.json"),
    ],
)
def test_json_is_one_document_that_fits_its_schema(
    shelf: Path, arguments: tuple[str, ...], schema: str
) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    jsonschema.validate(
        json.loads(result.stdout),
        json.loads((SCHEMAS / schema).read_text()),
        cls=jsonschema.Draft202012Validator,
    )
    assert "null" not in result.stdout


def test_the_manifest_fits_its_schema(artifact: Path) -> None:
    (path,) = artifact.glob("*/manifest.json")
    jsonschema.validate(json.loads(path.read_bytes()), json.loads((SCHEMAS / "manifest.json").read_text()))


def test_the_only_artifact_in_the_nearest_folder_upward_is_used(shelf: Path) -> None:
    assert "md:guide/troubleshooting.md#e0042" in run("search", "E0042").stdout


def test_several_artifacts_and_none_named_is_an_error_that_lists_them(shelf: Path, artifact: Path) -> None:
    shutil.copytree(artifact, shelf / "artifacts/other")
    result = run("search", "vault")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "lantern, other" in result.stderr
    assert run("search", "vault", "-a", "other").exit_code == 0
    assert run("search", "vault", "-a", str(artifact)).exit_code == 0


def test_the_environment_names_the_artifact(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGLUM_ARTIFACT", "nowhere")
    result = run("search", "vault")
    assert (result.exit_code, result.stderr.count("nowhere")) == (3, 1)


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (("get", "md:guide/troubleshooting.md#nope"), 2, "nearest"),
        (("get", "nonsense"), 2, "is no ref"),
        (("search", "x" * 5000), 2, "at most 4096"),
        (("search", "vault", "--topk", "3"), 2, "--top-k"),
        (("search",), 2, "Missing argument"),
        (("verify", "-a", "missing"), 3, "there are lantern"),
        (("verify", "--expect", "0" * 64), 1, ""),
        (("nonsense",), 2, "No such command"),
        (("serch", "vault"), 2, "Did you mean 'search'?"),
        (("get_content", "file:README.md"), 2, "it is `siglum get` here"),
    ],
)
def test_an_error_is_one_sentence_with_its_exit_code(
    shelf: Path, arguments: tuple[str, ...], exit_code: int, message: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == exit_code
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_verify_names_each_document_that_changed_since_the_build(shelf: Path) -> None:
    corpus = Path(shutil.copytree(Path(__file__).parents[1] / "corpus", shelf / "corpus"))
    for folder in (corpus, shelf):
        result = run("verify", "--against", str(folder))
        assert (result.exit_code, result.stdout.endswith("is whole\n")) == (0, True)
    (corpus / "README.md").write_text("changed\n")
    (corpus / "notes.txt").unlink()
    result = run("verify", "--against", str(corpus))
    assert result.exit_code == 1
    assert "README.md has changed" in result.stdout
    assert "notes.txt is missing" in result.stdout


def test_what_a_document_says_cannot_drive_the_terminal(shelf: Path) -> None:
    result = run("get", "file:ja/sync.md")
    assert "ＡＰＩキー" in result.stdout
    assert "\x1b" not in run("search", "\x1b[31mvault\u202e").output


def test_a_reader_that_goes_away_is_no_error(shelf: Path) -> None:
    command = f"{sys.executable} -m siglum.cli search vault | head -n 1"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (found.stderr, found.stdout.startswith("1. ")) == ("", True)


def test_version_names_the_versions_that_matter() -> None:
    printed = run("--version").stdout
    for name in ("siglum ", "format ", "analyzer ", "duckdb ", "usearch ", "numpy "):
        assert name in printed


def test_a_dash_in_front_of_a_word_excludes_and_is_no_option(shelf: Path) -> None:
    del shelf
    quoted = run("search", "--json", "vault -locked")
    for words in (("vault", "-locked"), ("-locked", "vault"), ("--", "vault", "-locked")):
        assert run("search", "--json", *words).stdout == quoted.stdout.replace(
            '"vault -locked"', json.dumps(" ".join(word for word in words if word != "--"))
        )


def test_quoted_text_that_starts_with_dashes_is_no_option(shelf: Path) -> None:
    del shelf
    found = json.loads(run("search", "--dry-run of a sync", "--json").stdout)
    assert "--dry-run" in found["query_terms"]["used"]


def test_an_unknown_option_says_what_is_near_and_how_it_can_be_searched(shelf: Path) -> None:
    del shelf
    refused = run("search", "vault", "--topk", "3")
    assert refused.exit_code == 2
    assert "--top-k" in refused.stderr
    assert "goes after `--`" in refused.stderr


def test_explain_says_on_a_terminal_why_a_hit_stands_where_it_does(shelf: Path) -> None:
    del shelf
    shown = run("search", "vault", "--explain", "--top-k", "1").stdout.splitlines()
    assert [line.split(":")[0].strip() for line in shown[2:5]] == ["terms", "legs", "boosts"]
    assert "vault" in shown[2]
    assert "lexical #" in shown[3]


@pytest.mark.parametrize(
    ("query", "said"),
    [("", "no word to look for"), ("-vault", "only leaves out"), ("zzzqqq", "no result for")],
)
def test_a_query_that_finds_nothing_says_why(shelf: Path, query: str, said: str) -> None:
    del shelf
    found = run("search", query)
    assert found.exit_code == 0
    assert said in found.stdout


@pytest.mark.parametrize("command", ["get", "related", "flow"])
@pytest.mark.parametrize(
    ("ref", "near"),
    [("md:guide/configuratoin.md#x", "file:guide/configuration.md"), ("code:no.py", "file:no.py")],
)
def test_a_ref_that_is_not_there_is_an_error_that_names_the_nearest_in_every_command(
    shelf: Path, command: str, ref: str, near: str
) -> None:
    del shelf
    refused = run(command, ref)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert near in refused.stderr


def test_one_ref_that_is_not_there_is_skipped_where_others_give_steps(shelf: Path) -> None:
    del shelf
    shown = run("flow", "file:guide/configuration.md", "file:no.md")
    assert shown.exit_code == 0
    assert "skipped: file:no.md" in shown.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="ends are closed by a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "<&- >&-", ">/dev/full", ">&- 2>&-"])
@pytest.mark.parametrize("arguments", ["search -a {} vault", "--version"])
def test_an_answer_that_cannot_be_written_is_one_sentence(
    artifact: Path, arguments: str, closed: str
) -> None:
    if closed == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    line = f"'{sys.executable}' -c 'from siglum.cli import run; run()' {arguments.format(artifact)} {closed}"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("siglum: ") == ("2>" not in closed)
    assert len(done.stderr.splitlines()) == ("2>" not in closed)


@pytest.mark.skipif(sys.platform == "win32", reason="ends are closed by a POSIX shell")
def test_a_closed_stderr_takes_nothing_from_the_answer(artifact: Path) -> None:
    line = f"'{sys.executable}' -c 'from siglum.cli import run; run()' search -a {artifact} vault --json 2>&-"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["results"]
