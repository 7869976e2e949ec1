import { type SQL, sql } from "drizzle-orm";
import type { Actor, Person } from "./actor.ts";
import type { SystemContext } from "./context.ts";
import { readBatch, type Statement } from "./db/client.ts";
import { fillPath, fillWords } from "./notice-text.ts";
import { numberText } from "./number-text.ts";
import type { Permission } from "./permissions.schema.ts";
import type { Language } from "./wire.schema.ts";

type Words = Readonly<Record<Language, string>>;
/** Of a user who asks, or who is told what needs them. */
export type NeedContext = SystemContext & { actor: Actor & Person };
/** The details of a record that asks something: they fill in sentences, where numbers are written as readers do, paths and bodies. */
export type Details = Readonly<Record<string, string | number | null>>;

/** An act in place: a call of a route, which decides as it does for any other caller. */
type Act = {
  label: Words;
  method: "PATCH" | "PUT" | "POST";
  /** Path of the route from `/api` on, in which details are filled in. */
  path: string;
  body: (details: Details, context: NeedContext) => Readonly<Record<string, unknown>>;
  /** Whether the route takes it for this record of this actor; always, without it. */
  if?: (details: Details, context: NeedContext) => boolean;
  /** Opens the record's page once it is done. */
  isOpening?: true;
};

/** Something that asks something of users: a query over a feature's records, with the rules of who may answer. */
export type Need = {
  kind: string;
  /** The permission to open its page; users and tokens without it are asked nothing. Null where everybody may. */
  to: Permission | null;
  /** Whether it is about people: these come after what is overdue or due within a day, before the rest. */
  isAboutPeople?: true;
  /**
   * SQL query of the records that ask the actor, the most urgent first, from an index: `details` (a JSON object), `since` and
   * `due_at` (an instant, or a day that the sentence names; null without one). It has no limit of its own. Null for an actor whom it never asks.
   */
  select: (context: NeedContext) => SQL | null;
  /** The sentence for one record, in which details are filled in (see `fillIn`). */
  one: Words;
  /** The sentence for several; begins with `{count|…|…}`. */
  many: Words;
  /** Which of several comes first, such as "First {name}". */
  first?: Words;
  /** The page of one, and of several: their list; details are filled in, for several those of the first. */
  opens: string;
  opensMany: string;
  /** Its small line, for one record. */
  about?: Words;
  /** The label of the button that opens its page, or of the page of one record; "Open" or "See all" without it. */
  openLabel?: Words | ((details: Details) => Words | null);
  /** What can be done in place with one record. Records with acts are listed one by one, SINGLE at most. */
  acts?: readonly Act[];
  /** What can be done in place with the first of several. */
  actsOnFirst?: readonly Act[];
};

/** What asks something of the reader, as `GET /api/user/needs` answers it. */
export type Asked = {
  kind: string;
  count: number;
  text: string;
  line: string | null;
  opens: string;
  openLabel: string | null;
  acts: {
    label: string;
    method: Act["method"];
    path: string;
    body: Record<string, unknown>;
    opens: string | null;
  }[];
  since: string | null;
  dueAt: string | null;
};

/** Most records of a kind that are counted. */
export const NEED_LIMIT = 100;
/** Most records with acts of a kind that are listed one by one. */
const SINGLE = 3;

type Row = { details: string; since: string | null; due_at: string | null; count: number };

const inWords = (details: Details, language: Language): Details =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === "number" ? numberText(value, language) : value,
    ]),
  );

const present = (need: Need, rows: readonly Row[], context: NeedContext): Asked[] => {
  const [{ count } = { count: 0 }] = rows;
  const { language } = context;
  const shown = count <= (need.acts ? SINGLE : 1) ? rows.slice(0, count) : rows.slice(0, 1);
  const isSingle = shown.length === count;
  return shown.map((row) => {
    const details = JSON.parse(row.details) as Details;
    const values = { ...inWords(details, language), count };
    const line = isSingle ? need.about : need.first;
    const { openLabel } = need;
    const label = typeof openLabel === "function" ? (isSingle ? openLabel(details) : null) : openLabel;
    return {
      kind: need.kind,
      count: isSingle ? 1 : count,
      text: fillWords((isSingle ? need.one : need.many)[language], language, values),
      line: line ? fillWords(line[language], language, values) : null,
      opens: fillPath(isSingle ? need.opens : need.opensMany, details),
      openLabel: label?.[language] ?? null,
      acts: ((isSingle ? need.acts : need.actsOnFirst) ?? [])
        .filter((act) => act.if?.(details, context) ?? true)
        .map(({ label, method, path, body, isOpening }) => ({
          ...{ label: label[language], method, path: fillPath(path, details) },
          body: { ...body(details, context) },
          opens: isOpening ? fillPath(need.opens, details) : null,
        })),
      ...{ since: row.since, dueAt: row.due_at },
    };
  });
};

const DAY = 24 * 3_600_000;

/** The place in the list: what is overdue or due within a day, then people, then the rest, each by when it is due. */
const rankOf = ({ isAboutPeople }: Need, { dueAt }: Asked, now: Date): string => {
  const isSoon = dueAt !== null && Date.parse(dueAt) - now.getTime() < DAY;
  return `${isSoon ? 0 : isAboutPeople ? 1 : 2}${dueAt ?? "~"}`;
};

/** What asks something of the actor, in one round trip, the most urgent first. */
export async function listNeeds(
  context: NeedContext,
  features: readonly { needs?: readonly Need[] }[],
): Promise<Asked[]> {
  const { db, actor } = context;
  const asked = features
    .flatMap(({ needs = [] }) => needs)
    .filter(({ to }) => (to === null ? actor.kind !== "token" : actor.permissions.has(to)))
    .flatMap((need) => {
      const query = need.select(context);
      return query === null ? [] : { need, query };
    });
  const statements: Statement[] = asked.map(({ query }) =>
    db.all<Row>(sql`select *, count(*) over () as count from (${query} limit ${NEED_LIMIT}) limit ${SINGLE}`),
  );
  const [first, ...others] = statements;
  if (!first) return [];
  const answers = (await readBatch(db, [first, ...others])) as Row[][];
  return asked
    .flatMap(({ need }, at) => {
      const found = present(need, answers[at] ?? [], context);
      return found.map((each) => ({ each, rank: rankOf(need, each, context.now) }));
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ each }) => each);
}

const HEADING: Words = { en: "Needs you now:", da: "Venter på dig nu:" };
const MORE: Words = { en: "And {count} more", da: "Og {count} mere" };

/**
 * Sentences of what needs the receiver of a message as its first lines, with at most so many of them; none without anything.
 * @param shown a sentence as the message shows it
 */
export function needLines(
  needs: readonly string[],
  language: Language,
  most: number,
  shown: (text: string) => string = (text) => text,
): string[] {
  if (needs.length === 0) return [];
  const more = needs.length - most;
  const rest = more > 0 ? [fillWords(MORE[language], language, { count: more })] : [];
  const lines = [...needs.slice(0, most).map(shown), ...rest];
  return [HEADING[language], ...lines.map((each) => `- ${each}`)];
}
