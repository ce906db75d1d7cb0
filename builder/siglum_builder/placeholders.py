"""Recognise text that stands for text still to be written, in the languages of documentation."""

from __future__ import annotations

import re

LONGEST = 240
"""Characters of the longest placeholder; a longer text that has such a phrase says something else too."""

_MARKS = ("TODO", "TBD", "TBC", "TBA", "FIXME", "WIP", "XXX")
"""What may stand alone, or before a colon and what is to be done."""

_AWAITED = (
    # English
    "coming soon",
    "to be (?:written|added|completed|defined|determined|announced|confirmed|documented|done)",
    "under construction",
    "work in progress",
    "in progress",
    "not (?:yet )?(?:written|documented|available)(?: yet)?",
    "(?:text|content|description|documentation) (?:goes |comes )?here",
    "fill (?:me|this) in",
    "write me",
    "placeholder",
    "lorem ipsum.*",
    "insert (?:text|content) here",
    "check back (?:later|soon)",
    "stay tuned",
    "watch this space",
    # Japanese
    "(?:現在|ただ今|ただいま)?(?:準備|作成|執筆|工事|編集|翻訳|制作|建設|作業)中",
    "近日(?:公開|追加)(?:予定)?",
    "(?:後日|今後|後で|あとで)?(?:追記|追加|記載|記述|公開|更新)(?:予定|します)",
    "未(?:定|作成|記載|記入|稿)",
    # Chinese
    "(?:内容|內容|文档|文檔|页面|頁面)?尚?待(?:补充|補充|完善|添加|续|續|定|编写|編寫|更新)",
    "敬请期待|敬請期待|即将推出|即將推出",
    "(?:正在)?(?:施工|建设|建設|编写|編寫|翻译|翻譯|整理)中",
    "暂无(?:内容)?|暫無(?:內容)?",
    # Korean
    "(?:준비|작성|공사|번역|작업) ?중(?:입니다)?",
    "추후 ?(?:추가|공개|업데이트)(?: ?예정)?(?:입니다)?",
    "미정|곧 ?공개",
    # German
    "in (?:arbeit|bearbeitung)",
    "folgt(?: in kürze| bald)?",
    "demnächst",
    "noch zu (?:schreiben|ergänzen)",
    "baustelle",
    # French
    "à (?:venir|compléter|faire|rédiger|définir)",
    "bientôt(?: disponible)?",
    "en (?:construction|cours(?: de rédaction)?)",
    # Spanish, Portuguese, Italian
    "próximamente",
    "por (?:hacer|completar|definir|escribir)",
    "pendiente",
    "en (?:construcción|progreso|desarrollo)",
    "em (?:breve|construção|andamento|desenvolvimento)",
    "a (?:definir|fazer|completar)",
    "prossimamente",
    "in (?:costruzione|arrivo|lavorazione)",
    "da (?:fare|definire|completare|scrivere)",
    # Dutch, Polish, Russian
    "binnenkort",
    "in aanbouw",
    "volgt(?: binnenkort)?",
    "wkrótce",
    "w (?:budowie|przygotowaniu)",
    "do (?:uzupełnienia|zrobienia)",
    "в (?:разработке|процессе)",
    "скоро(?: будет(?: (?:добавлено|дополнено|позже))?)?",
    "будет (?:добавлено|дополнено|позже)",
    "на доработке",
)

_FILLERS = (
    "(?:this|the) (?:section|page|chapter|document|article|part|content|feature|documentation)",
    "is|are|will be|still|currently|now|yet|a|soon|here|please|sorry|and|more|details?|docs?",
    "documentation|content",
    "(?:diese|dieser|dieses) (?:seite|abschnitt|kapitel)|ist|wird",
    "cette (?:page|section)|est|esta (?:página|sección|seção)|está|questa (?:pagina|sezione)|è",
    "эта страница|этот раздел|раздел",
)
_UNSPACED_FILLERS = (
    "この(?:ページ|項目|節|章|記事|セクション)は",
    "本(?:ページ|節|章|項)は",
    "詳細は|内容は|です|ます|となります",
    "[本此](?:页|頁|节|節|章|文)(?:内容)?",
    "이 (?:페이지|문서|섹션)[는은]",
)
"""What may stand around such a phrase without saying more."""


def _any(*patterns: str) -> str:
    return f"(?:{'|'.join(patterns)})"


_SAID = re.compile(_any(*_MARKS, *_AWAITED), re.IGNORECASE)
_WHOLE = re.compile(
    _any(
        rf"{_any(*_MARKS)}(?![^\W_])(?:[ \t]*[:：(–—-][^\n]*+)?",
        _any(*_AWAITED),
        rf"(?<![^\W\d_]){_any(*_FILLERS)}(?![^\W\d_])",
        *_UNSPACED_FILLERS,
        r"[\W_]++",
    )
    + "++",  # what was taken is kept: `content here` could be read in two ways, twenty in a million
    re.IGNORECASE,
)


def is_placeholder(text: str) -> bool:
    """Tell whether `text` says no more than that something is to follow."""
    said = text.strip()
    return len(said) <= LONGEST and _WHOLE.fullmatch(said) is not None and _SAID.search(said) is not None
