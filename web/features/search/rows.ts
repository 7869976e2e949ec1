import { likeness, wordsOf } from "../../../worker/lib/search/likeness.schema.ts";
import type { SearchAnswer, SearchGroup, SearchHit } from "../../../worker/lib/search/search.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import type { Words } from "../../lib/i18n/i18n.ts";

/** The groups to which a mark before the text narrows the palette. */
export const MARKS = { "@": "people", "#": "records", ">": "actions" } as const;
export type Mode = "all" | (typeof MARKS)[keyof typeof MARKS];

/** A page or an action; one without an address is done by the palette. */
export type Command = {
  kind: "page" | "start";
  to: string;
  label: Words;
  also?: Words;
  area: Words;
  keys?: string;
};

export type Row = {
  key: string;
  title: string;
  /** A second name beside the title. */
  name?: string | null;
  keys?: string | undefined;
  /** The address that it opens; left out for an action that runs at once. */
  to?: string;
  hit?: SearchHit;
  /** The row assigns the prospect of its hit. */
  assigns?: true;
  icon: SearchHit["kind"] | Command["kind"];
};
type Group = { name: SearchGroup | "actions" | "pages" | "recent"; rows: Row[] };

/** Rows of a group, and where the search is narrowed. */
const SHOWN = 3;
const NARROWED = 12;

export function readTyped(text: string): { mode: Mode; q: string } {
  const mode = MARKS[text.trimStart()[0] as keyof typeof MARKS];
  return { mode: mode ?? "all", q: (mode ? text.trimStart().slice(1) : text).trim() };
}

/** The groups that the server is asked for; null for all. */
export const askedFor = (mode: Mode): SearchGroup[] | null =>
  mode === "all" ? null : mode === "records" ? ["contracts", "events"] : ["people"];

/** The text of an action without the word for assigning, which leaves a name. */
export const withoutVerb = (q: string, verb: string): string => {
  const [first = "", ...rest] = q.split(/\s+/);
  return first.length >= 3 && verb.startsWith(first.toLowerCase()) ? rest.join(" ") : q;
};

type Says = {
  language: Language;
  assign: (name: string) => string;
  within: (place: string) => string;
  also: (name: string) => string;
};

/** Pages or things to begin that are like a text, the most alike first; all of them without one. */
function commandRows(commands: readonly Command[], q: string, say: Says): Row[] {
  const words = wordsOf(q);
  const { language } = say;
  const found = commands.flatMap((command) => {
    const { to, kind, label, also, area, keys } = command;
    const row = { key: `${kind} ${to}`, title: label[language], to, keys, icon: kind };
    const place = area[language];
    const name = place === row.title || place === "" ? null : say.within(place);
    if (q === "") return [{ row: { ...row, name }, like: 0 }];
    const like = likeness(words, row.title);
    if (like !== null) return [{ row: { ...row, name }, like }];
    const others = (also?.[language] ?? "").split(", ").flatMap((other) => {
      const likeOther = other === "" ? null : likeness(words, other);
      return likeOther === null ? [] : [{ other, like: likeOther }];
    });
    const best = others.toSorted((a, b) => b.like - a.like)[0];
    return best ? [{ row: { ...row, name: say.also(best.other) }, like: best.like - 2 }] : [];
  });
  return found.toSorted((a, b) => b.like - a.like).map(({ row }) => row);
}

const hitRow = (hit: SearchHit): Row => ({
  key: `${hit.kind} ${hit.id}`,
  title: hit.title,
  name: hit.name && (hit.kind === "ship" ? hit.name : `@${hit.name}`),
  to: hit.path,
  hit,
  icon: hit.kind,
});

const assignRow = (hit: SearchHit, say: Says): Row => ({
  ...{ key: `assign ${hit.id}`, title: say.assign(hit.title), icon: "start", hit, assigns: true },
});

/** Returns the hits of an earlier answer that match the text as well, to show until there is a newer answer. */
export function stillLike(answer: SearchAnswer, q: string): SearchAnswer {
  const words = wordsOf(q);
  return answer.map(({ group, hits }) => ({
    group,
    hits: hits.filter(({ title, name }) =>
      [title, name].some((each) => each && likeness(words, each) !== null),
    ),
  }));
}

/** The groups of the palette that have rows. */
export function groupsOf(
  { mode, q }: { mode: Mode; q: string },
  sources: { commands: readonly Command[]; answer: SearchAnswer; recent: readonly SearchHit[] },
  say: Says,
): Group[] {
  const isAll = mode === "all";
  const most = isAll ? SHOWN : NARROWED;
  const kindRows = (kind: Command["kind"]) =>
    commandRows(
      sources.commands.filter((each) => each.kind === kind),
      q,
      say,
    );
  const hits = sources.answer.flatMap((each) => each.hits);
  const taken = hits.filter(({ canTake }) => canTake);
  const groups: Group[] = [];
  if (isAll && q === "") {
    groups.push(
      { name: "recent", rows: sources.recent.map(hitRow) },
      // The pages stand in the header, too.
      { name: "actions", rows: kindRows("start") },
      { name: "pages", rows: kindRows("page") },
    );
  } else if (mode === "actions") {
    const rows = [...kindRows("start"), ...(q === "" ? [] : taken.map((hit) => assignRow(hit, say)))];
    groups.push({ name: "actions", rows: rows.slice(0, most) });
  } else {
    if (isAll) groups.push({ name: "actions", rows: kindRows("start").slice(0, most) });
    for (const { group, hits: found } of q === "" ? [] : sources.answer) {
      const rows = found.slice(0, most).map(hitRow);
      const [first] = found;
      // The person comes first, so that Enter opens them; actions follow.
      if (group === "people" && first?.canTake) rows.splice(1, 0, assignRow(first, say));
      groups.push({ name: group, rows });
    }
    if (isAll) groups.push({ name: "pages", rows: kindRows("page").slice(0, most) });
  }
  return groups.filter(({ rows }) => rows.length > 0);
}

/** Cuts a title at the matches of the typed words, the beginnings of words before other places. */
export function marked(title: string, q: string): { text: string; isMatch: boolean }[] {
  const letters = [...title];
  const plain = letters.map((letter) => wordsOf(letter)[0]?.[0] ?? " ").join("");
  const isMatch = letters.map(() => false);
  for (const word of wordsOf(q)) {
    const begins = ` ${plain}`.indexOf(` ${word}`);
    const at = begins >= 0 ? begins : plain.indexOf(word);
    if (at >= 0) isMatch.fill(true, at, at + word.length);
  }
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last && last.isMatch === isMatch[at]) last.text += letter;
    else pieces.push({ text: letter, isMatch: isMatch[at] === true });
  }
  return pieces;
}
