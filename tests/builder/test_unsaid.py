"""A guide is about what the corpus says: not of a name whose character pairs are those of other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.builder.compiled import compiled

import siglum
from siglum.lookup import look_up
from siglum.reader import ArtifactReader
from siglum.unsaid import unsaid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from siglum.reader import Reader

FILES = {
    "ja/cache.md": (
        "# キャッシュを設定する\n\n1. キャッシュの期限を決める。\n2. リクエストごとにキャッシュを読む。\n"
        "3. 期限が切れたらキャッシュを消す。\n"
    ),
    "ja/router.md": (
        "# ルーターを登録する\n\n1. ルーターを作る。\n2. アプリケーションにルーターを登録する。\n"
        "3. レスポンスのモデルを返す。\n"
    ),
    "ja/store.md": "# レジスターの鍵\n\nストアの店員は、スケールと金庫とトリガーの鍵を毎朝点検する。\n",
    "zh/cache.md": "# 设置缓存\n\n1. 决定缓存的期限。\n2. 每次请求都读取缓存。\n3. 到期以后删除缓存。\n",
    "ko/cache.md": "# 캐시를 설정하기\n\n1. 캐시의 기한을 정합니다.\n2. 요청마다 캐시를 읽습니다.\n",
    "ko/base.md": "# 데이터베이스 연결\n\n1. 데이터베이스에 연결합니다.\n2. 테이블을 생성합니다.\n",
    "th/cache.md": "# ตั้งค่าแคช\n\n1. กำหนดอายุของแคช\n2. อ่านแคชทุกคำขอ\n",
}


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("unsaid"), "shop", {"all": FILES})


@pytest.fixture(scope="module")
def reader(artifact: Path) -> Iterator[Reader]:
    with ArtifactReader(artifact) as opened:
        yield opened


def share(reader: Reader, text: str) -> float:
    query = look_up(reader, text)
    return max(unsaid(reader, query, term) for term in query.terms)


@pytest.mark.parametrize(
    "text",
    [
        "キャッシュを設定する",
        "ルーターの登録",
        "レスポンスモデル",
        "期限を決める",
        "设置缓存",
        "删除缓存",
        "ตั้งค่าแคช",
    ],
)
def test_words_that_the_corpus_has_are_said_however_they_are_joined(reader: Reader, text: str) -> None:
    assert share(reader, text) < 0.5


@pytest.mark.parametrize(
    "text",
    ["トリガーモデルキャスト", "スケジューラレジストリ", "量子回路", "申請を訓練する", "量子计算", "ปลูกต้นไม้"],
)
def test_names_made_of_the_pairs_of_other_words_are_unsaid(reader: Reader, text: str) -> None:
    assert share(reader, text) > 0.5


@pytest.mark.parametrize(
    "topic", ["スケジューラレジストリを登録する", "トリガーモデルキャストを設定する", "量子回路を登録する"]
)
def test_there_is_no_guide_of_an_invented_name(artifact: Path, topic: str) -> None:
    with siglum.open(artifact) as library:
        found = library.guide_implementation(topic)
    assert not found.guide
    assert "topic_not_covered" in {each.code for each in found.assumptions}


@pytest.mark.parametrize("topic", ["キャッシュを設定する", "ルーターを登録する", "设置缓存"])
def test_what_the_corpus_explains_keeps_its_guide(artifact: Path, topic: str) -> None:
    with siglum.open(artifact) as library:
        assert library.guide_implementation(topic).guide


@pytest.mark.parametrize("text", ["데이터베이스에 연결하기", "캐시를 설정하려면", "테이블 생성하는"])
def test_an_ending_that_a_korean_word_has_nowhere_does_not_make_it_unsaid(reader: Reader, text: str) -> None:
    assert share(reader, text) == 0.0


def test_a_run_of_hiragana_alone_asks_for_nothing_that_could_lack(reader: Reader) -> None:
    assert share(reader, "はどこですか") == 0.0
