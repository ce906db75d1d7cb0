"""Which files a walk selects, which it reports, and that order of creation is nothing to it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from siglum_builder.config import Config, config_of_paths
from siglum_builder.errors import BuildError
from siglum_builder.languages import interpreter_of, language_of
from siglum_builder.sources import Walk, unread_line, walk

IGNORE_LINES = r"""*
!*/
!*.md
a/
/a
!a/
a/*
!a/x.md
**/b
b/**
doc*
!doc*
/x.md
docs/**/y.md
!y.md
a/b
!/a/
/*
!/docs
**
a/**/
\!x
b/*/
[ab]/
?.md
!docs/
[[:alpha:]].md
[!x].md
{x,y}.md
x.m\d
**/doc/*.md
a**/x.md"""


def make(root: Path, *files: str, text: str = "x\n") -> None:
    for name in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def configured(
    root: Path, *, include: tuple[str, ...] = (), exclude: tuple[str, ...] = (), **documents: bool
) -> Config:
    config = config_of_paths([root], name=None)
    source = replace(config.sources[0], include=include, exclude=exclude)
    changed = replace(
        config.documents,
        gitignore=documents.get("gitignore", True),
        follow_links=documents.get("follow_links", False),
    )
    return replace(config, sources=(source,), documents=changed)


def paths(found: Walk) -> list[str]:
    return [file.logical_path for file in found.files]


def reasons(found: Walk) -> dict[str, str]:
    return {notice.path: notice.reason for notice in found.skipped}


def test_files_of_known_kinds_are_read_in_bytewise_order(tmp_path: Path) -> None:
    make(tmp_path, "b.md", "a/z.py", "a.txt", "B.rst", "é.md", "x.png", "uv.lock", "y.ods")
    make(tmp_path, "package-lock.json", "README", "tool", "data.json")
    make(tmp_path, "run", text="#!/usr/bin/env -S python3.12 -u\n")
    expected = ["B.rst", "README", "a.txt", "a/z.py", "b.md", "data.json", "run", "é.md"]
    assert paths(walk(configured(tmp_path))) == expected


def test_an_include_decides_in_place_of_the_kind_and_never_against_ignore_files(
    tmp_path: Path,
) -> None:
    make(tmp_path, "a.foo", "b.md", "c/d.foo", "old/e.foo", "x.min.js", ".env", "k.pem")
    make(tmp_path, ".gitignore", text="c/\n")
    include = ("**/*.foo", "*.js", "*.pem", ".env", "!old/")
    found = walk(configured(tmp_path, include=include))
    assert paths(found) == ["a.foo", "x.min.js"]
    assert sorted(reasons(found)) == [".env", "k.pem"]
    with pytest.raises(BuildError, match="gives no file"):
        walk(configured(tmp_path, exclude=("old/", "*.md", "*.js")))


def test_credentials_are_silently_left_out_and_minified_files_are_reported(tmp_path: Path) -> None:
    make(tmp_path, ".env", ".env.local", "id_rsa", "server.key", "app.min.js", "a.js")
    found = walk(configured(tmp_path))
    assert paths(found) == ["a.js"]
    assert list(reasons(found)) == ["app.min.js"]
    assert (found.notices, found.unread) == ((), ())


def test_ignore_files_count_at_every_level_and_one_key_switches_them_off(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md", "sub/a.md", "sub/b.md", "sub/c.md")
    make(tmp_path, ".gitignore", text="\ufeff# note\r\n*.md\r\n!/a.md\r\n")
    make(tmp_path, "sub/.gitignore", text="!b.md\n!c.md\n")
    make(tmp_path, "sub/.siglumignore", text="c.md\n")
    assert paths(walk(configured(tmp_path))) == ["a.md", "sub/b.md"]
    assert len(paths(walk(configured(tmp_path, gitignore=False)))) == 5


def test_ignore_files_above_a_source_count_up_to_its_checkout(tmp_path: Path) -> None:
    make(tmp_path, "repo/docs/a.md", "repo/docs/b.md", "repo/gen/c.md", "repo/.git/HEAD")
    make(tmp_path, ".gitignore", text="a.md\n")
    make(tmp_path, "repo/.gitignore", text="docs/b.md\ngen/\n")
    assert paths(walk(configured(tmp_path / "repo/docs"))) == ["a.md"]
    assert paths(walk(configured(tmp_path / "repo/gen"))) == ["c.md"]


def test_a_malformed_ignore_pattern_is_reported_and_costs_itself(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md")
    make(tmp_path, ".gitignore", text="[\nb.md\n")
    found = walk(configured(tmp_path))
    assert paths(found) == ["a.md"]
    assert found.skipped == ()
    (notice,) = found.notices
    assert (notice.path, "malformed" in notice.reason) == (".gitignore", True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("seed", range(12))
def test_the_walk_ignores_what_git_ignores(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    patterns = IGNORE_LINES.splitlines()
    folders = [tmp_path]
    for _ in range(8):
        folder = random.choice(folders) / random.choice(["a", "b", "doc", "docs"])
        folder.mkdir(exist_ok=True)
        folders.append(folder)
    for folder in sorted(set(folders)):
        make(folder, "x.md", "y.md", "{x,y}.md")
        make(folder, ".gitignore", text="\n".join(random.sample(patterns, random.randint(0, 4))))
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    listed = subprocess.run(
        ["git", "-C", str(tmp_path), "ls-files", "-coz", "--exclude-standard"],
        check=True,
        capture_output=True,
    )
    kept = sorted(name for name in listed.stdout.decode().split("\0") if name.endswith(".md"))
    if not kept:
        make(tmp_path, "kept.txt")  # a source without a file is an error
        (tmp_path / ".gitignore").write_text(f"{(tmp_path / '.gitignore').read_text()}\n!/kept.txt\n")
        kept = ["kept.txt"]
    assert paths(walk(configured(tmp_path))) == kept


def test_what_tools_write_is_never_read(tmp_path: Path) -> None:
    make(tmp_path, ".git/a.md", "node_modules/x/a.md", "__pycache__/a.py", "x.egg-info/a.txt")
    make(tmp_path, "env/pyvenv.cfg", "env/lib/a.py", "cache/CACHEDIR.TAG", "cache/a.md")
    make(tmp_path, "rust/Cargo.toml", "rust/target/doc/a.md", "web/package.json", "web/dist/a.js")
    make(tmp_path, "out/.building-0123456789abcdef/manifest.json", "out/.building-0123456789abcdef.lock")
    make(tmp_path, "out/docs/current", "out/docs/0123456789abcdef/manifest.json")
    make(tmp_path, "artifacts/x.manifest.json", "docs/build/a.md", "docs/target/b.md")
    kept = ["docs/build/a.md", "docs/target/b.md", "rust/Cargo.toml", "web/package.json"]
    assert paths(walk(configured(tmp_path, include=("**",)))) == kept


def test_links_are_not_followed_and_each_that_matters_is_reported(tmp_path: Path) -> None:
    make(tmp_path, "outside.md", "root/a.md", "root/sub/b.md", "root/x.png")
    root = tmp_path / "root"
    links = {"in.md": "a.md", "out.md": "../outside.md", "none.md": "gone.md", "me.md": "me.md"}
    for name, target in (links | {"loop": ".", "up": "..", "image.png": "x.png"}).items():
        (root / name).symlink_to(target)
    found = walk(configured(root))
    assert paths(found) == ["a.md", "sub/b.md"]
    told = reasons(found)
    assert sorted(told) == ["in.md", "loop", "me.md", "none.md", "out.md", "up"]
    assert "leaves the source" in told["out.md"]
    assert "links loop" in told["me.md"]
    assert str(tmp_path) not in " ".join(told.values())


def test_followed_links_end(tmp_path: Path) -> None:
    make(tmp_path, "outside/o.md", "root/a/x.md", "root/b/y.md")
    root = tmp_path / "root"
    for name, target in {"a/b": "../b", "b/a": "../a", "loop": ".", "o": "../outside"}.items():
        (root / name).symlink_to(target)
    (root / "l.md").symlink_to("a/x.md")
    found = walk(configured(root, follow_links=True))
    expected = ["a/b/a/x.md", "a/b/y.md", "a/x.md", "b/y.md", "l.md", "o/o.md"]
    assert paths(found) == expected
    assert "never end" in reasons(found)["loop"]


def test_what_is_no_file_is_reported_and_never_opened(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(tmp_path)  # the name of a socket is short
        try:
            server.bind("s")
        finally:
            os.chdir(here)
    found = walk(configured(tmp_path))
    assert paths(found) == ["a.md"]
    told = reasons(found)
    assert "a FIFO" in told["pipe"]
    assert "a FIFO" in told["pipe.md"]
    assert "a socket" in told["s"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_listed_is_reported(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "shut/b.md")
    (tmp_path / "shut").chmod(0)
    found = walk(configured(tmp_path))
    (tmp_path / "shut").chmod(0o700)
    assert "permission denied" in reasons(found)["shut"]


def test_a_name_that_no_ref_can_hold_is_reported_in_print(tmp_path: Path) -> None:
    make(tmp_path, "ok.md", "a\\b.md", "c\nd.md", "c:x.md", "12:30.md", "bad\\dir/x.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x", encoding="utf-8")
    found = walk(configured(tmp_path))
    assert paths(found) == ["12:30.md", "ok.md"]
    told = reasons(found)
    assert "not UTF-8" in told["caf\\xe9.md"]
    assert "control character" in told["c\\nd.md"]
    assert all(notice.path.isprintable() for notice in found.skipped)
    assert len(found.skipped) == 5
    (notice,) = found.notices
    assert (notice.path, "colon" in notice.reason) == ("12:30.md", True)


def test_names_that_some_systems_take_for_one_are_both_read_and_reported(tmp_path: Path) -> None:
    make(tmp_path, "Read.md", "read.md", "caf\u00e9.md", "cafe\u0301.md", "other.md")
    found = walk(configured(tmp_path))
    assert len(found.files) == 5
    assert len(found.notices) == 4
    assert found.skipped == ()


def test_files_that_nothing_reads_by_default_are_counted_by_ending(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "x.html", "sub/Y.HTML", "n.ods", "LICENSE", "uv.lock", ".env", "out/z.html")
    make(tmp_path, ".gitignore", text="out/\n")
    found = walk(configured(tmp_path))
    assert found.unread == (("", 1), (".html", 2), (".ods", 1))
    assert unread_line(found.unread) == "2 .html, 1 without ending, 1 .ods"
    assert found.skipped == found.notices == ()
    assert walk(configured(tmp_path, include=("*.md",))).unread == ()


def test_a_line_about_unread_files_names_ten_endings() -> None:
    unread = [(f".{number:02}", number) for number in range(1, 14)]
    assert unread_line(unread).endswith("5 .05, 4 .04, 6 others")


@pytest.mark.parametrize(
    ("include", "told"),
    [((), "not read: 2 .html"), (("**/*.foo",), "its include (**/*.foo) matches no file")],
)
def test_a_source_that_gives_no_file_ends_the_build_and_is_named(
    tmp_path: Path, include: tuple[str, ...], told: str
) -> None:
    make(tmp_path, "docs/a.md", "site/a.html", "site/b.html")
    config = config_of_paths([tmp_path / "docs", tmp_path / "site"], name=None)
    site = replace(config.sources[1], include=include)
    with pytest.raises(BuildError, match="source 'site'") as caught:
        walk(replace(config, sources=(config.sources[0], site)))
    assert told in str(caught.value)
    assert "include" in str(caught.value)


def test_the_order_of_creation_changes_nothing(tmp_path: Path) -> None:
    names = ["b.md", "a.md", "c/a.md", "c/b\\.md", "A.md", "c/.gitignore", "z/y.py"]
    found = []
    for order in (names, sorted(names), sorted(names, reverse=True)):
        shutil.rmtree(tmp_path / "t", ignore_errors=True)
        make(tmp_path / "t", *order)
        found.append(walk(configured(tmp_path / "t")))
    assert found[0] == found[1] == found[2]


def test_several_sources_put_their_names_in_front(tmp_path: Path) -> None:
    make(tmp_path, "a/x.md", "b/x.md", "c.foo")
    config = config_of_paths([tmp_path / name for name in ("b", "a", "c.foo")], name=None)
    assert paths(walk(config)) == ["@a/x.md", "@b/x.md", "@c/c.foo"]


def test_a_source_that_is_gone_ends_the_build_with_its_reason(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    config = config_of_paths([tmp_path / "a.md"], name=None)
    (tmp_path / "a.md").unlink()
    with pytest.raises(BuildError, match=r"a\.md: cannot be read: nothing is there"):
        walk(config)


@pytest.mark.parametrize(
    ("name", "head", "format_"),
    [
        ("a.MD", b"", "markdown"),
        ("a.d.ts", b"", "typescript"),
        ("Rakefile", b"", "ruby"),
        ("run", b"#!/bin/bash -e\n", "shell"),
        ("run", b"#!/usr/bin/env FOO=1 node\n", "javascript"),
        ("run", b"#! /usr/bin/python3\n", "python"),
        ("run.foo", b"#!/bin/sh\n", None),
        (".profile", b"", None),
        ("run", b"#!", None),
        ("run", b"\x7fELF", None),
    ],
)
def test_the_language_is_told_by_name_then_ending_then_shebang(
    name: str, head: bytes, format_: str | None
) -> None:
    language = language_of(name, head)
    assert (language.format if language else None) == format_
    assert interpreter_of(b"") == ""
