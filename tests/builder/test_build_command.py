"""The `siglum build` command: what it names, finds, says, compares and leaves behind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import siglum
from siglum.artifact.manifest import read_manifest
from siglum.cli import main
from siglum_builder.config import safe_name

PAGE = "# Locks\n\nA vault is locked while it is written.\n"


def build(*arguments: str | Path) -> Result:
    """Run `siglum build` in this process."""
    return CliRunner().invoke(main, ["build", *map(str, arguments)])


def lines(text: str, start: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(start)]


def fails(result: Result, *, code: int) -> str:
    """Return the one sentence of a failed command, which has neither a traceback nor data."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert isinstance(result.exception, SystemExit)
    (sentence,) = lines(result.stderr, "siglum: ")
    assert result.stderr.endswith(f"{sentence}\n")
    return sentence


def documents(artifact: Path) -> list[str]:
    """Return the logical paths of an artifact."""
    with siglum.open(artifact) as library:
        return [path for (path,) in library._reader.store.rows("SELECT path FROM documents ORDER BY path")]


def name_of(artifact: Path) -> str:
    with siglum.open(artifact) as library:
        return library.manifest.name


def tree(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `My docs` of two pages, in the folder that the command runs in."""
    folder = tmp_path / "My docs"
    folder.mkdir()
    (folder / "locks.md").write_text(PAGE, encoding="utf-8")
    (folder / "notes.txt").write_text("The vault has a key.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with siglum.toml, two sources and the artifact that was built from them."""
    folder = tmp_path_factory.mktemp("built") / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "lib").mkdir()
    (folder / "docs/locks.md").write_text(PAGE, encoding="utf-8")
    (folder / "docs/keys.md").write_text("# Keys\n\nA key opens one vault.\n", encoding="utf-8")
    (folder / "lib/vault.py").write_text("def unlock(key):\n    return key\n", encoding="utf-8")
    (folder / "siglum.toml").write_text("[[source]]\npath='docs'\n[[source]]\npath='lib'\n", encoding="utf-8")
    assert build("--config", folder / "siglum.toml").exit_code == 0
    return folder


@pytest.fixture
def project(_built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the built folder, which the command runs in."""
    folder = shutil.copytree(_built, tmp_path / "project")
    monkeypatch.chdir(folder)
    return folder


# names and places


def test_without_anything_the_folder_itself_is_built_and_named_after(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(corpus)
    assert build().exit_code == 0
    artifact = corpus / "artifacts/My-docs"
    assert (name_of(artifact), documents(artifact)) == ("My-docs", ["locks.md", "notes.txt"])
    assert lines(build().stdout, "unchanged: "), "what a build leaves is no source of the next"


def test_a_path_is_named_after_its_last_part_and_built_into_this_folder(corpus: Path) -> None:
    assert build(corpus).exit_code == 0
    assert name_of(Path("artifacts/My-docs")) == "My-docs"


def test_the_last_part_of_the_output_names_what_has_no_name(corpus: Path) -> None:
    assert build(corpus, "-o", "out/api docs").exit_code == 0
    assert name_of(Path("out/api docs")) == "api-docs"


def test_a_given_name_stands_against_output_and_folder(corpus: Path) -> None:
    (corpus / "siglum.toml").write_text("[artifact]\nname = 'manual'\n", encoding="utf-8")
    assert build(corpus, "-o", "out/api").exit_code == 0
    assert name_of(Path("out/api")) == "manual"
    assert build(corpus).exit_code == 0
    assert name_of(Path("artifacts/manual")) == "manual"


def test_an_output_inside_its_source_is_no_source(corpus: Path) -> None:
    first = build(corpus, "-o", corpus / "out")
    assert (first.exit_code, build(corpus, "-o", corpus / "out").exit_code) == (0, 0)
    assert documents(corpus / "out") == ["locks.md", "notes.txt"]


def test_several_paths_are_sources_whose_documents_carry_their_names(corpus: Path) -> None:
    other = corpus.parent / "b" / "My docs"
    other.mkdir(parents=True)
    (other / "locks.md").write_text("# Other\n", encoding="utf-8")
    (corpus.parent / "README.md").write_text("# Read me\n", encoding="utf-8")
    assert build(corpus, other, "README.md", "-o", "out/all").exit_code == 0
    assert documents(Path("out/all")) == [
        "@My-docs-2/locks.md",
        "@My-docs/locks.md",
        "@My-docs/notes.txt",
        "@README/README.md",
    ]


def test_the_configuration_of_a_path_or_of_this_folder_is_used(project: Path) -> None:
    here = build("-o", "out/a")
    there = build(project, "-o", "out/b")
    given = build("--config", project / "siglum.toml", "-o", "out/c")
    assert [here.exit_code, there.exit_code, given.exit_code] == [0, 0, 0]
    wanted = ["@docs/keys.md", "@docs/locks.md", "@lib/vault.py"]
    assert [documents(Path("out") / name) for name in "abc"] == [wanted] * 3


def test_paths_take_the_place_of_the_configuration_and_it_is_said(project: Path) -> None:
    result = build("docs", "lib/vault.py", "-o", "out/x")
    assert documents(Path("out/x")) == ["@docs/keys.md", "@docs/locks.md", "@vault/vault.py"]
    assert lines(result.stderr, "siglum: siglum.toml in this folder is not read, since paths are given")


# wrong use


def test_a_path_beside_a_configuration_is_wrong_use(project: Path) -> None:
    result = build("docs", "--config", "siglum.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "exclude each other" in result.stderr


@pytest.mark.parametrize("arguments", [("nowhere",), ("--config", "nowhere.toml"), ("--jobs", "0")])
def test_what_does_not_exist_is_wrong_use(corpus: Path, arguments: tuple[str, ...]) -> None:
    result = build(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert arguments[-1] in result.stderr
    assert not Path("artifacts").exists()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b"[search]\ntopK = 3\n", "[search] topK is not a known key; did you mean `top_k`?"),
        (b"[search]\ntop_k = 0\n", "from 1 to 200"),
        (b"[[source]]\npath = 'nowhere'\n", "no source there (nothing is there)"),
        (b"[[source\n", "is not valid TOML"),
        (b"# \xe9\n", "is not UTF-8"),
        (b"[artifact]\nname = 'a\\nb'\n[artifact]\n", "is not valid TOML"),
    ],
)
def test_a_wrong_configuration_is_one_sentence(corpus: Path, written: bytes, told: str) -> None:
    (corpus / "siglum.toml").write_bytes(written)
    sentence = fails(build(corpus), code=2)
    assert told in sentence
    assert "siglum.toml" in sentence
    assert not Path("artifacts").exists()


@pytest.mark.parametrize("kind", ["folder", "dangling link"])
def test_a_configuration_that_cannot_be_read_is_never_passed_over(corpus: Path, kind: str) -> None:
    if kind == "folder":
        (corpus / "siglum.toml").mkdir()
    else:
        (corpus / "siglum.toml").symlink_to("nowhere.toml")
    assert "siglum.toml cannot be read" in fails(build(corpus), code=2)


def test_a_folder_with_nothing_to_read_says_what_to_do(corpus: Path) -> None:
    empty = corpus.parent / "empty"
    empty.mkdir()
    sentence = fails(build(empty), code=2)
    assert "nothing to build" in sentence
    assert "include" in sentence
    (empty / "broken.md").write_bytes(b"a\0\0\0b" * 50)
    assert "1 were skipped (first: broken.md: " in fails(build(empty), code=2)


def test_an_output_that_cannot_be_made_is_one_sentence(corpus: Path) -> None:
    Path("artifacts").write_text("no folder", encoding="utf-8")
    assert "name another folder with -o" in fails(build(corpus), code=2)


# what it says


def test_the_summary_is_data_and_the_progress_is_plain_lines_beside_it(corpus: Path) -> None:
    result = build(corpus, "-o", "out/x")
    version = Path("out/x/current").read_text(encoding="ascii").strip()
    first, second, third = result.stdout.splitlines()
    assert first.startswith("x: 2 documents, 2 chunks, ")
    assert first.endswith(" MB; 0 skipped")
    assert second.startswith("seconds: walk ")
    assert third == f"published: out/x/{version}"
    stages = "walk …\nread 2 files …\nlink …\nindex …\nembed …\nwrite …\nverify …\npublish …\n"
    assert result.stderr == stages
    assert build(corpus, "-o", "out/x").stdout.splitlines()[-1] == f"unchanged: out/x/{version}"


def test_skipped_files_and_notices_are_named_up_to_ten(corpus: Path) -> None:
    for number in range(12):
        (corpus / f"broken{number:02}.md").write_bytes(b"a\0\0\0b" * 50)
    (corpus / "evil\x1b[2J.md").write_bytes(b"a\0\0\0b" * 50)
    result = build(corpus, "-o", "out/x")
    assert result.exit_code == 0
    assert "; 13 skipped\n" in result.stdout
    skipped = lines(result.stdout, "skipped: ")
    assert skipped[0].startswith("skipped: broken00.md:1: ")
    assert skipped[10:] == ["skipped: 3 more; see `siglum inspect`"]
    assert "\x1b" not in result.stdout


def test_odd_names_are_notices_and_no_matter_to_strict(corpus: Path) -> None:
    for name in ("LOCKS.md", "12:30.md"):
        (corpus / name).write_text(f"# {name}\n\nText.\n", encoding="utf-8")
    result = build(corpus, "-o", "out/x", "--strict")
    assert (result.exit_code, lines(result.stdout, "skipped: ")) == (0, [])
    told = [line.split(": ")[1] for line in lines(result.stdout, "notice: ")]
    assert told == ["12:30.md", "LOCKS.md", "locks.md"]
    assert documents(Path("out/x")) == ["12:30.md", "LOCKS.md", "locks.md", "notes.txt"]


def test_what_nothing_reads_is_counted_in_the_summary_and_the_report_and_not_in_the_version(
    corpus: Path,
) -> None:
    before = build(corpus, "-o", "out/x").stdout.splitlines()[-1].partition(": ")[2]
    for name in ("a.html", "b.HTML", "n.ods", "LICENSE"):
        (corpus / name).write_text("x", encoding="utf-8")
    result = build(corpus, "-o", "out/x", "--strict")
    assert result.exit_code == 0
    told = "not read: 2 .html, 1 without ending, 1 .ods (name them with include)"
    assert result.stdout.splitlines()[-2:] == [told, f"unchanged: {before}"]
    (path,) = Path("out/x").glob("*.report.json")
    assert json.loads(path.read_bytes())["unread"] == {"": 1, ".html": 2, ".ods": 1}


def test_an_output_that_is_a_source_is_refused(corpus: Path) -> None:
    for paths in ((corpus,), (".", corpus)):
        result = build(*paths, "-o", corpus)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is the source 'My-docs': name another folder with -o" in result.stderr
    assert tree(corpus) == ["locks.md", "notes.txt"]


@pytest.mark.parametrize("killed", [False, True])
def test_an_output_inside_a_source_is_no_part_of_it(corpus: Path, *, killed: bool) -> None:
    if killed:
        (corpus / "out/x/.building-0123456789abcdef").mkdir(parents=True)
        (corpus / "out/x/.building-0123456789abcdef/manifest.json").write_text("{}", encoding="utf-8")
    (corpus / "siglum.toml").write_text("[[source]]\npath = '.'\ninclude = ['**']\n", encoding="utf-8")
    first = build(corpus, "-o", corpus / "out/x")
    assert first.stdout.splitlines()[-1].startswith("published: ")
    second = build(corpus, "-o", corpus / "out/x")
    assert second.stdout.splitlines()[-1].startswith("unchanged: ")
    assert documents(corpus / "out/x") == ["locks.md", "notes.txt", "siglum.toml"]


def test_several_paths_give_an_artifact_named_after_this_folder(corpus: Path) -> None:
    other = corpus.parent / "other"
    other.mkdir()
    (other / "a.md").write_text(PAGE, encoding="utf-8")
    assert build(corpus, other).exit_code == 0
    expected = safe_name(corpus.parent.name)
    assert name_of(Path("artifacts") / expected) == expected


def test_a_source_that_gives_no_file_ends_the_build(corpus: Path) -> None:
    empty = corpus.parent / "empty"
    empty.mkdir()
    assert "source 'empty'" in fails(build(corpus, empty), code=2)


def test_the_report_beside_the_version_has_what_belongs_to_one_build(corpus: Path) -> None:
    subprocess.run(["git", "init", "-q", str(corpus)], check=True)
    assert build(corpus, "-o", "out/x").exit_code == 0
    (path,) = Path("out/x").glob("*.report.json")
    report = json.loads(path.read_bytes())
    assert path.name == f"{report['version']}.report.json"
    assert report["git_commit"] is None, "a repository without a commit has none"
    assert list(report["seconds"]) == sorted(report["seconds"])
    assert report["skipped"] == []


def test_strict_exits_1_where_a_file_was_skipped_and_publishes_all_the_same(corpus: Path) -> None:
    assert build(corpus, "-o", "out/x", "--strict").exit_code == 0
    (corpus / "broken.md").write_bytes(b"a\0\0\0b" * 50)
    result = build(corpus, "-o", "out/x", "--strict")
    assert result.exit_code == 1
    assert lines(result.stdout, "skipped: broken.md:1: ")
    assert lines(result.stdout, "published: ")


# --check


def test_check_of_a_fresh_index_exits_0_and_writes_nothing(project: Path) -> None:
    before = tree(project)
    result = build("--check")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert "belongs to its sources" in result.stdout
    assert tree(project) == before


def test_check_of_a_stale_index_exits_1_and_names_documents_and_settings(project: Path) -> None:
    (project / "docs/locks.md").write_text("# Locks\n\nRewritten.\n", encoding="utf-8")
    (project / "docs/keys.md").unlink()
    (project / "docs/new.md").write_text("# New\n", encoding="utf-8")
    (project / "docs/broken.md").write_bytes(b"a\0\0\0b" * 50)
    with (project / "siglum.toml").open("a", encoding="utf-8") as config:
        config.write("labels = ['v2']\n[search]\ntop_k = 5\nbody = { weight = 2 }\n")
    before = tree(project)
    result = build("--check")
    assert result.exit_code == 1
    first, *rest = result.stdout.splitlines()
    assert first.startswith("the sources give ")
    assert [line for line in rest if not line.startswith("skipped now: @docs/broken.md: ")] == [
        "setting search.body.weight: 1.0 there, 2.0 now",
        "setting search.top_k: 10 there, 5 now",
        'setting source 2.labels: [] there, ["v2"] now',
        "removed: @docs/keys.md",
        "changed: @docs/locks.md",
        "added: @docs/new.md",
    ]
    assert len(rest) == 7
    assert tree(project) == before


def test_check_names_twenty_documents_and_counts_the_rest(project: Path) -> None:
    for number in range(25):
        (project / f"docs/{number:02}.md").write_text(f"# Page {number}\n", encoding="utf-8")
    result = build("--check")
    assert len(lines(result.stdout, "added: ")) == 20
    assert result.stdout.endswith("… and 5 more\n")


def test_check_takes_the_committed_manifest_for_a_lock(project: Path) -> None:
    (manifest,) = (project / "artifacts/project").glob("*/manifest.json")
    manifest.rename(project / "artifacts/project.manifest.json")
    shutil.rmtree(project / "artifacts/project")
    fresh = build("--check")
    assert (fresh.exit_code, "belongs to its sources" in fresh.stdout) == (0, True)
    (project / "lib/more.py").write_text("x = 1\n", encoding="utf-8")
    stale = build("--check")
    assert stale.exit_code == 1
    (line,) = stale.stdout.splitlines()[1:]
    assert line.startswith("source lib: 1 documents (")
    assert "2 documents (" in line


def test_check_with_nothing_there_exits_3_with_the_fix_before_it_builds(project: Path) -> None:
    shutil.rmtree(project / "artifacts")
    result = build("--check")
    assert "make one with `siglum build`" in fails(result, code=3)
    assert lines(result.stderr, "walk") == []


def test_check_of_a_damaged_lock_exits_3(project: Path) -> None:
    shutil.rmtree(project / "artifacts/project")
    (project / "artifacts/project.manifest.json").write_text("{}", encoding="utf-8")
    assert "project.manifest.json" in fails(build("--check"), code=3)


# interruption


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal to a process group")
@pytest.mark.parametrize(("stage", "jobs"), [("read", 2), ("index", 1), ("write", 1), ("verify", 1)])
def test_ctrl_c_leaves_the_former_version_and_nothing_half_made(project: Path, stage: str, jobs: int) -> None:
    for number in range(70):
        (project / f"docs/{number}.md").write_text(f"# Page {number}\n\n{PAGE * 9}", encoding="utf-8")
    output = project / "artifacts/project"
    before = tree(output)
    command = [sys.executable, "-m", "siglum_builder", "build", "--jobs", str(jobs)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr is not None
        told = ""
        while not told.startswith(stage):
            told = process.stderr.readline()
            assert told, f"{stage} was not reached"
        os.killpg(process.pid, signal.SIGINT)
        summary, rest = process.communicate(timeout=60)
    assert (process.returncode, summary) == (1, "")
    assert rest.splitlines()[-1] == "Aborted!"
    assert "Traceback" not in rest
    assert tree(output) == before
    assert read_manifest(next(output.glob("*/manifest.json"))).counts["documents"] == 3
