"""What `siglum build` says, and reports beside the version."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.builder.build_command.command import build, documents, lines


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
    told = "not read: 2 .html, 1 without ending, 1 .ods ("
    told += "include would index them as plain text; convert HTML to Markdown first)"
    assert result.stdout.splitlines()[-2:] == [told, f"unchanged: {before}"]
    (path,) = Path("out/x").glob("*.report.json")
    assert json.loads(path.read_bytes())["unread"] == {"": 1, ".html": 2, ".ods": 1}


def test_html_that_a_pattern_asks_for_is_read_as_text_and_told(corpus: Path) -> None:
    (corpus / "a.HTML").write_text("<p>Hello</p>", encoding="utf-8")
    toml = (
        f'[artifact]\nname = "x"\n[[source]]\nname = "d"\npath = "{corpus.name}"\ninclude = ["**/*.HTML"]\n'
    )
    Path("siglum.toml").write_text(toml, encoding="utf-8")
    result = build("-o", "out/x")
    (told,) = lines(result.stdout, "notice: ")
    assert told.startswith("notice: a.HTML: is HTML, which is indexed as plain text"), result.output


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
