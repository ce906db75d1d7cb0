"""Texts in two languages are paired as they stand beside each other, and taught by their English."""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

import numpy as np
import orjson
import pytest
from benchmarks.prior.fit import main as fit
from benchmarks.prior.pairs import Pair, is_kept, main, read_catalogues, read_pages, sentences
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

ENGLISH = "<h1>Users</h1><p>A user signs in. The token expires.</p><pre>login()</pre>"
JAPANESE = "<h1>利用者</h1><p>利用者はログインする。トークンは失効する。</p><pre>login()</pre>"


def _pages(folder: Path, english: str, japanese: str) -> list[Pair]:
    for language, html in (("en", english), ("ja", japanese)):
        (folder / language).mkdir(parents=True)
        (folder / language / f"users.{language}.html").write_text(html, encoding="utf-8")
    return list(read_pages(folder / "en", folder / "ja"))


def _catalogue(file: Path, messages: dict[str, str]) -> None:
    """Write a compiled gettext catalogue."""
    rows = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **messages}.items())
    texts = [text.encode() + b"\0" for column in zip(*rows, strict=True) for text in column]
    place, places = 28 + 16 * len(rows), []
    for text in texts:
        places.append(struct.pack("<II", len(text) - 1, place))
        place += len(text)
    head = struct.pack("<7I", 0x950412DE, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0)
    file.parent.mkdir(parents=True)
    file.write_bytes(head + b"".join(places) + b"".join(texts))


def test_pages_of_like_blocks_are_paired_sentence_by_sentence_without_their_code(tmp_path: Path) -> None:
    assert _pages(tmp_path, ENGLISH, JAPANESE) == [
        Pair("Users", "利用者"),
        Pair("A user signs in.", "利用者はログインする。"),
        Pair("The token expires.", "トークンは失効する。"),
    ]


def test_pages_of_unlike_blocks_are_left_out(tmp_path: Path) -> None:
    assert _pages(tmp_path, ENGLISH, f"{JAPANESE}<p>追記</p>") == []


def test_a_page_of_sentences_gives_a_passage_with_its_heading(tmp_path: Path) -> None:
    english = "<h2>Users</h2><p>" + "A user signs in with a name and a password. " * 4 + "</p>"
    found = _pages(tmp_path, english, "<h2>利用者</h2><p>" + "利用者は名前でログインする。" * 4 + "</p>")
    assert found[-1].english.startswith("Users. A user signs in")
    assert found[-1].other.startswith("利用者 利用者は名前")
    assert found[-1].english.count("password") == found[-1].other.count("ログイン") == 4


def test_a_text_of_another_number_of_sentences_stays_whole() -> None:
    pair = Pair("One. Two.", "一つにした。")
    assert sentences(pair) == [pair]


def test_the_messages_of_a_catalogue_are_paired_without_tags_and_menu_keys(tmp_path: Path) -> None:
    _catalogue(tmp_path / "ja" / "LC_MESSAGES" / "app.mo", {"<b>Save</b> _file as": "名前を付けて保存(_S)"})
    _catalogue(tmp_path / "de" / "LC_MESSAGES" / "app.mo", {"Save file": "Datei speichern"})
    assert list(read_catalogues(tmp_path, "ja")) == [Pair("Save file as", "名前を付けて保存")]


@pytest.mark.parametrize(
    ("pair", "kept"),
    [
        (Pair("Sign in first", "先にログインする"), True),
        (Pair("Sign in first", "Sign in first"), False),
        (Pair("Sign", "ログイン"), False),
        (Pair("Sign in with the judged one", "判定されるものでログイン"), False),
    ],
    ids=["translated", "untranslated", "one word", "judged"],
)
def test_only_translated_texts_of_what_is_not_judged_are_kept(pair: Pair, *, kept: bool) -> None:
    assert is_kept(pair, re.compile("judged")) is kept


def test_a_word_and_its_translation_are_near_in_one_space(tmp_path: Path) -> None:
    nouns = (("user", "利用者"), ("disk", "媒体"))
    _catalogue(
        tmp_path / "in" / "ja" / "app.mo",
        {f"{noun} number {n}": f"{other} 第{n}" for noun, other in nouns for n in range(30)},
    )
    texts, output = tmp_path / "ja.jsonl", tmp_path / "prior.npz"
    arguments = [str(tmp_path / "in"), "--language", "ja", "-o", str(texts)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    english = [["en", line[2], line[2]] for line in map(orjson.loads, texts.read_bytes().splitlines())]
    (tmp_path / "en.jsonl").write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in english))
    about = np.array([line[2].startswith("user") for line in english], dtype=np.float64)
    vectors = tmp_path / "vectors.npy"
    np.save(vectors, np.column_stack([about, np.random.RandomState(1).rand(len(english), 63) / 100]))
    sources = [
        part for name in ("en", "ja") for part in ("--taught", str(tmp_path / f"{name}.jsonl"), str(vectors))
    ]
    result = CliRunner().invoke(fit, [*sources, "-o", str(output)])
    assert result.exit_code == 0, result.output
    with np.load(output) as content:
        rows = content["rows"] * content["scales"].astype(np.float64)[:, None]
        named = dict(zip(content["terms"].tobytes().decode().split("\n"), rows, strict=True))
    assert _cosine(named["user"], named["利用"]) > 0.9
    assert _cosine(named["user"], named["媒体"]) < 0


def _cosine(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
