// Text of documents as nodes: never as HTML, control and bidi characters spelt out, matches marked.

const HIDDEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Spell out what would move a cursor, hide or reorder text. */
export function visible(text) {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, (character) => {
    const code = character.codePointAt(0);
    if (code < 0x100) return "\\x" + code.toString(16).padStart(2, "0");
    return code < 0x10000 ? "\\u" + code.toString(16).padStart(4, "0") : "\\U" + code.toString(16).padStart(8, "0");
  });
}

/** Cut text at spans of UTF-8 bytes: [text, is it a match] in order. */
export function pieces(text, spans) {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts = [];
  let end = 0;
  for (const span of spans ?? []) {
    if (span.start < end || span.end > bytes.length) continue;
    if (span.start > end) parts.push([decoder.decode(bytes.subarray(end, span.start)), false]);
    parts.push([decoder.decode(bytes.subarray(span.start, span.end)), true]);
    end = span.end;
  }
  if (end < bytes.length) parts.push([decoder.decode(bytes.subarray(end)), false]);
  return parts;
}

/** Move a hit's spans into the full text that holds its lines; none where it does not. */
export function moved(spans, hit, full) {
  const first = full.ranges?.[0]?.start_line;
  if (!spans?.length || first === undefined || !hit?.range || hit.range.start_line < first) return [];
  const lines = full.content.split("\n");
  const before = lines.slice(0, hit.range.start_line - first).map((line) => line + "\n").join("");
  if (!full.content.startsWith(hit.content, before.length)) return [];
  const shift = new TextEncoder().encode(before).length;
  return spans.map((span) => ({ start: span.start + shift, end: span.end + shift }));
}

/** Make an element; children that are strings become text. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key.includes("-") || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** Show text line by line: code with its numbers, Markdown with its headings and fences told apart. */
export function textNodes(content, { spans = [], path = "", first = 1, range = null } = {}) {
  const markdown = /\.(md|markdown|mdx)$/i.test(path);
  const prose = markdown || /\.(txt|rst|adoc|ipynb|html?)$/i.test(path);
  const block = element("div", { class: prose ? "prose" : "code", translate: false });
  let line = element("div", { class: "line" });
  let plain = "";
  let fence = "";
  let number = first;
  const close = () => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(plain)?.[1] ?? "";
    if (markdown && (fence || mark)) line.classList.add("fenced");
    else if (markdown && /^ {0,3}#{1,6}\s/.test(plain)) line.classList.add("heading");
    if (mark && !fence) fence = mark;
    else if (mark && fence && mark.startsWith(fence)) fence = "";
    if (!prose) line.dataset.line = String(number);
    if (range && number >= range.start_line && number <= range.end_line) line.classList.add("found");
    if (!plain.trim()) line.classList.add("blank");
    if (!plain) line.append("\n");
    block.append(line);
    line = element("div", { class: "line" });
    plain = "";
    number += 1;
  };
  for (const [part, match] of pieces(content, spans)) {
    visible(part).split("\n").forEach((piece, index) => {
      if (index) close();
      if (piece) line.append(match ? element("mark", {}, piece) : piece);
      plain += piece;
    });
  }
  if (plain) close();
  return block;
}
