// The search page: asks /api of the server it came from, and nothing else.

import { element, moved, textNodes, visible } from "./text.js";

const PAGE = 10;
const LINES = 8;
const PAUSE = 120; // milliseconds without a key before a question is asked
const FIELDS = [
  ["mode", "Looking for"],
  ["sort", "Order"],
  ["sources", "Source"],
  ["category", "Category"],
  ["topic", "Topic"],
  ["tags_any", "Any of these tags"],
  ["path_globs", "Path, such as guide/**"],
  ["extensions", "File endings"],
  ["date_from", "Not older than"],
  ["date_to", "Not newer than"],
];
const CHOICES = { default: "anything", implementation: "how it is built", relevance: "best first", date: "newest first" };
const at = (id) => document.getElementById(id);
const state = { about: null, hits: new Map(), shown: [], asking: null, reading: null, total: 0, ref: "" };

async function ask(tool, parameters, signal) {
  const answer = await fetch("api/" + tool, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
    signal,
  });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error ?? "the server did not answer");
  return data;
}

function say(text) {
  at("status").textContent = visible(text);
}

// Filters: those that this server's search has, each as its schema describes it.

function fieldFor(name, label, schema) {
  const id = "filter-" + name;
  let input;
  if (schema.enum) {
    const options = schema.enum.map((value) => element("option", { value }, CHOICES[value] ?? value));
    input = element("select", { id, name }, ...options);
    input.value = schema.default ?? schema.enum[0];
  } else {
    input = element("input", { id, name, type: "text", autocomplete: "off", spellcheck: false });
    if (schema.type === "array") input.placeholder = "separated by commas";
    if (name.startsWith("date_")) input.placeholder = "2024-05";
  }
  if (schema.description) input.title = schema.description;
  input.dataset.type = schema.type ?? "string";
  input.dataset.default = input.value;
  return element("div", { class: "field" }, element("label", { for: id }, label), input);
}

function filters() {
  const chosen = {};
  for (const input of at("fields").querySelectorAll("input, select")) {
    const value = input.value.trim();
    if (!value || value === input.dataset.default) continue;
    const list = value.split(",").map((part) => part.trim()).filter(Boolean);
    chosen[input.name] = input.dataset.type === "array" ? list : value;
  }
  const count = Object.keys(chosen).length;
  at("filtering").textContent = count ? `(${count})` : "";
  return chosen;
}

// Searching

async function search({ more = false } = {}) {
  const query = at("query").value.trim();
  state.asking?.abort();
  if (!query) {
    show([], 0);
    say("");
    return;
  }
  const asking = (state.asking = new AbortController());
  const offset = more ? state.shown.length : 0;
  try {
    const parameters = { query, top_k: PAGE, snippet_lines: LINES, offset, ...filters() };
    const answer = await ask("search", parameters, asking.signal);
    if (asking.signal.aborted) return;
    show(more ? [...state.shown, ...answer.results] : answer.results, answer.results.length);
    report(query, answer);
    if (more) at("results").children[offset]?.querySelector("a").focus();
  } catch (error) {
    if (error.name === "AbortError") return;
    show([], 0);
    say(error.message);
  }
}

function report(query, answer) {
  const count = state.shown.length;
  const found = count === 0 ? `Nothing for “${query}”` : count === 1 ? "1 result" : `${count} results`;
  const instead = (answer.query_terms?.corrected ?? []).map((word) => `searched ${word.surface ?? word.term} for ${word.text}`);
  const unsure = count > 0 && ["none", "low"].includes(answer.confidence?.level);
  const doubt = unsure ? ["none of them may be what you mean"] : [];
  say([found, ...doubt, ...instead, ...(answer.warnings ?? [])].join(" · "));
}

function show(hits, last) {
  state.shown = hits;
  state.hits = new Map(hits.map((hit) => [hit.ref_id, hit]));
  at("results").replaceChildren(...hits.map(item));
  at("more").hidden = last < PAGE;
  at("about").hidden = hits.length > 0;
}

function trailOf(hit) {
  const own = hit.symbol ?? hit.heading;
  const names = [...(hit.breadcrumb ?? []), ...(own ? [own] : [])];
  return names.filter((name, place) => place === 0 || name.toLowerCase() !== names[place - 1].toLowerCase());
}

function item(hit) {
  const trail = trailOf(hit);
  const above = trail.slice(0, -1).join(" › ");
  const facts = [above, hit.date, `lines ${hit.range.start_line}–${hit.range.end_line}`].filter(Boolean);
  const link = element(
    "a",
    { href: address(hit.ref_id) },
    element("span", { class: "title" }, visible(trail.at(-1) ?? hit.title)),
    element("span", { class: "path" }, visible(hit.path)),
  );
  link.dataset.ref = hit.ref_id;
  if (hit.ref_id === state.ref) link.setAttribute("aria-current", "true");
  const options = { spans: hit.match_spans, path: hit.path, first: hit.range.start_line };
  return element(
    "li",
    {},
    element("h2", {}, link),
    element("p", { class: "place" }, visible(facts.join(" · "))),
    textNodes(hit.content.trimEnd(), options),
  );
}

// Reading

function address(ref) {
  const parts = new URLSearchParams();
  if (at("query").value.trim()) parts.set("q", at("query").value.trim());
  if (ref) parts.set("ref", ref);
  return "#" + parts;
}

function go(ref, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address(ref));
  return open(ref, { focus: !replace });
}

async function open(ref, { focus = true } = {}) {
  state.reading?.abort();
  const before = state.ref;
  state.ref = ref;
  document.body.classList.toggle("reading", Boolean(ref));
  for (const link of at("results").querySelectorAll("a")) {
    link.toggleAttribute("aria-current", link.dataset.ref === ref);
    if (link.dataset.ref === ref) link.setAttribute("aria-current", "true");
  }
  if (!ref) {
    at("reading").hidden = true;
    (linkTo(before) ?? at("query")).focus();
    return;
  }
  const reading = (state.reading = new AbortController());
  try {
    const full = await ask("get_content", { ref_id: ref, mode: "full" }, reading.signal);
    if (reading.signal.aborted) return;
    read(full, state.hits.get(ref));
    if (focus) at("reading-title").focus();
    window.scrollTo(0, 0);
    await relate(full.ref_id, reading.signal);
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  }
}

function linkTo(ref) {
  return [...at("results").querySelectorAll("a")].find((link) => link.dataset.ref === ref);
}

function read(full, hit) {
  const trail = hit ? trailOf(hit) : [];
  const name = trail.at(-1) ?? firstHeading(full) ?? full.ref_id.replace(/^\w+:/, "");
  const range = full.ranges?.[0];
  const lines = range ? `lines ${range.start_line}–${range.end_line}` : "";
  at("trail").textContent = visible(trail.slice(0, -1).join(" › "));
  at("reading-title").textContent = visible(name);
  at("place").textContent = visible([full.path, lines].filter(Boolean).join(" · "));
  const spans = moved(hit?.match_spans, hit, full);
  const found = hit && range && hit.range.start_line >= range.start_line && full.kind === "code_range" ? hit.range : null;
  at("text").replaceChildren(
    textNodes(full.content, { spans, path: full.path, first: range?.start_line ?? 1, range: found }),
  );
  at("cut").textContent = full.reason ? visible(full.reason) : "";
  at("citation").textContent = visible(citation(full, hit, name));
  at("related").hidden = true;
  at("reading").hidden = false;
  at("reading").scrollTop = 0;
  at("text").querySelector("mark, .found")?.scrollIntoView({ block: "nearest" });
}

function firstHeading(full) {
  return /^ {0,3}#{1,6}\s+(.+?)\s*#*$/m.exec(full.kind === "md_heading_block" ? full.content : "")?.[1];
}

function citation(full, hit, name) {
  const range = full.ranges?.[0];
  const lines = range ? `, lines ${range.start_line}–${range.end_line}` : "";
  const artifact = `${full.artifact.name} ${full.artifact.version}`;
  return `“${name}”, ${full.path}${lines}. ${artifact}. ${hit?.uri ?? full.ref_id}`;
}

async function relate(ref, signal) {
  if (!state.about?.tools.expand_related) return;
  const answer = await ask("expand_related", { seeds: [ref], budget: 8 }, signal);
  if (signal.aborted || !answer.related?.length) return;
  at("others").replaceChildren(...answer.related.map(other));
  at("related").hidden = false;
}

function other(found) {
  const link = element("a", { href: address(found.ref_id) }, visible(found.ref_id.replace(/^\w+:/, "")));
  link.dataset.ref = found.ref_id;
  const why = (found.reasons ?? []).map((reason) => reason.detail ?? reason.type).slice(0, 2).join("; ");
  return element("li", {}, link, element("span", { class: "place" }, visible(why)));
}

async function copy() {
  const text = at("citation").textContent;
  try {
    await navigator.clipboard.writeText(text);
    say("Citation copied");
  } catch {
    getSelection().selectAllChildren(at("citation")); // without leave the reader copies what is selected
    say("Citation selected: copy it");
  }
}

// Keys, and everything that is clicked

function links() {
  return [...at("results").querySelectorAll("a")];
}

function step(by) {
  const all = links();
  const now = all.indexOf(document.activeElement);
  const next = now + by;
  if (next < 0) at("query").focus();
  else all[Math.min(next, all.length - 1)]?.focus();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const typing = event.target.matches("input, select, textarea");
  const stepping = event.target === at("query") || links().includes(event.target);
  if (stepping && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape" && state.ref) {
    event.preventDefault();
    go("");
  } else if (event.key === "Escape" && event.target !== at("query")) {
    at("query").focus();
  } else if (event.key === "/" && !typing) {
    event.preventDefault();
    at("query").focus();
    at("query").select();
  } else if (event.key === "c" && !typing && state.ref) {
    copy();
  }
}

function onClick(event) {
  const link = event.target.closest("a[data-ref]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.dataset.ref);
}

function turnTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", document.documentElement.dataset.theme);
  } catch {
    // a page that may keep nothing still turns
  }
}

let waiting;
function later() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    history.replaceState(null, "", address(state.ref));
    search();
  }, PAUSE);
}

async function follow() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const query = parts.get("q") ?? "";
  if (query !== at("query").value.trim()) {
    at("query").value = query;
    await search();
  }
  const ref = parts.get("ref") ?? "";
  if (ref !== state.ref) await open(ref, { focus: Boolean(ref) });
}

async function start() {
  try {
    const theme = localStorage.getItem("theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // nothing is kept here
  }
  if (!location.hash && location.search) {
    history.replaceState(null, "", location.pathname + "#" + location.search.slice(1));
  }
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  at("query").addEventListener("input", later);
  at("fields").addEventListener("input", later);
  at("search").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = links()[0];
    if (first && event.submitter === null) go(first.dataset.ref);
  });
  at("more").addEventListener("click", () => search({ more: true }));
  at("back").addEventListener("click", () => go(""));
  at("copy").addEventListener("click", copy);
  at("theme").addEventListener("click", turnTheme);
  at("clear").addEventListener("click", () => {
    for (const input of at("fields").querySelectorAll("input, select")) input.value = input.dataset.default;
    search();
  });
  addEventListener("popstate", follow);
  const answer = await fetch("api");
  state.about = await answer.json();
  describe(state.about);
  await follow();
}

function describe(about) {
  at("name").textContent = visible(about.name);
  document.title = visible(`${about.name} · siglum`);
  at("query").placeholder = visible(`Search ${about.name}`);
  at("about").textContent = visible(`${about.documents} documents · version ${about.version}`);
  const known = about.tools.search?.properties ?? {};
  const several = about.sources.length > 1;
  const fields = FIELDS.filter(([name]) => known[name] && (name !== "sources" || several));
  at("fields").replaceChildren(...fields.map(([name, label]) => fieldFor(name, label, known[name])));
  at("filters").hidden = fields.length === 0;
}

start().catch((error) => say(error.message));
