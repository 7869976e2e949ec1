import type { $ZodType } from "zod/v4/core";
import { API } from "../app.ts";
import type { Route } from "../lib/http/route.ts";
import { decodeCursor, encodeCursor } from "../lib/page.ts";
import { fill } from "./fill.ts";
import { FIRST_USER } from "./filling.ts";
import { nextOf } from "./pipeline.ts";
import { type Caller, organization, person, raw } from "./world.ts";

type Shape = Record<string, $ZodType>;
const shapeOf = ({ query }: Route): Shape => (query?._zod.def as { shape?: Shape } | undefined)?.shape ?? {};

/** Every route that takes a cursor, or answers a page. */
export const LISTS: readonly Route[] = API.filter((each) => each.answers.isPage || "cursor" in shapeOf(each));

/** Rows that each table of organization 1 is filled with, before some of them are given to another one. */
const SIZE = 30;

/** Values of filters that no schema names: what the filled names and sentences have, and a record that was filled in. */
const VALUES: Record<string, string[]> = {
  q: ["pilot", "person", "contract"],
  contractId: [String(SIZE)],
};

/** The values of a filter: those of VALUES, or as far as its schema names them. */
function valuesOf(name: string, schema: $ZodType): string[] {
  const def = schema._zod.def as unknown as {
    type: string;
    innerType?: $ZodType;
    options?: readonly $ZodType[];
    entries?: Record<string, string>;
    values?: readonly unknown[];
  };
  if (VALUES[name]) return VALUES[name];
  if (def.innerType) return valuesOf(name, def.innerType);
  if (def.options) return def.options.flatMap((each) => valuesOf(name, each));
  if (def.entries) return Object.values(def.entries);
  if (def.values) return def.values.map(String);
  return [];
}

/** The most values of one filter that are tried: more of them narrow a list alike. */
const MOST_VALUES = 4;

/** The queries of a list that narrow it: the values of each filter by themselves. */
export const queriesOf = (route: Route): string[] => [
  ...Object.entries(shapeOf(route))
    .filter(([name]) => name !== "cursor" && name !== "limit")
    .flatMap(([name, schema]) =>
      valuesOf(name, schema)
        .slice(0, MOST_VALUES)
        .map((value) => `${name}=${encodeURIComponent(value)}`),
    ),
];

/** The records of an organization whose own lists are read, by the path of the list. */
const RECORDS: Record<string, string> = {
  "/contracts/:id/history": "select id from contracts where organization_id = ? and posted_at is not null",
  "/prospects/:id/history": "select id from prospects where organization_id = ? and status <> 'removed'",
  "/members/:id/history": "select id from members where organization_id = ?",
  "/teams/:id/applications": "select id from teams where organization_id = ?",
  "/backup/restores/:id/rows": "select id from restores where organization_id = ?",
  "/webhooks/:id/deliveries": "select id from webhooks where organization_id = ?",
};

/** The path of a list for readers of an organization. @throws Error for a list of records that nobody has named here */
export async function pathOf({ path }: Route, organizationId: number): Promise<string> {
  const below = `/api${path.replace(":orgId", String(organizationId)).replace(":status", "intro")}`;
  if (!below.includes(":")) return below;
  const records = RECORDS[path];
  if (!records) throw new Error(`${path} needs a record in RECORDS`);
  return below.replace(
    ":id",
    String(await raw.DB.prepare(`${records} order by id desc`).bind(organizationId).first("id")),
  );
}

/** Entries of each history, besides the one that is filled in. */
const ENTRIES = 4;

/**
 * Fills the lists of organization 1 and of another one with rows of every kind, of which both have about as many, and
 * some of each list's outside of its bounds.
 * @returns callers of both who see all or some of a list's rows
 */
export async function filledLists(): Promise<{ name: string; caller: Caller; organizationId: number }[]> {
  const elsewhere = await organization();
  const [administrator, onboarding] = [await person("administrator"), await person("onboarding_team")];
  const foreign = await person("administrator", elsewhere);
  await fill(SIZE, [administrator.memberId, onboarding.memberId]);
  // Values to which no filter narrows a list.
  const half = (column: string) => `organization_id = 1 and ${column} >= ${FIRST_USER} and ${column} % 7 < 3`;
  const move = (table: string, where: string, more = "") =>
    `update ${table} set organization_id = ${elsewhere}${more} where ${where}`;
  const entries = (table: string, column: string, from: string, action: string, more = "") =>
    `insert into ${table} (${column}, action, performed_by, new_value, created_at${more && ", organization_id"})
     select ${from}.id, '${action}', 'Pilot', 'entry ' || value, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', value || ' minutes')${more}
     from ${from}, json_each('[${Array.from({ length: ENTRIES }, (_, at) => at + 1)}]')`;
  const statements = [
    "pragma defer_foreign_keys = on",
    `insert or ignore into hangars (user_id, organization_id, is_hidden) select user_id, 1, id % 5 = 0 from members where organization_id = 1`,
    move(
      "members",
      half("user_id"),
      `, role_id = (select other.id from roles other join roles own on own.key = other.key
      where own.id = members.role_id and other.organization_id = ${elsewhere})`,
    ),
    ...["users|id", "hangars|user_id", "contract_applications|user_id", "leaves|user_id"].map((each) => {
      const [table = "", column = ""] = each.split("|");
      return move(table, half(column));
    }),
    move("webhook_deliveries", "webhook_id = (select max(id) from webhooks)"),
    move("team_applications", "team_id = (select max(id) from teams)"),
    move("teams", "id = (select max(id) from teams)"),
    move("restores", "id = (select max(id) from restores)"),
    move("webhooks", "id = (select max(id) from webhooks)"),
    "update contract_applications set status = 'pending' where kind = 'security'",
    `update contract_applications set user_id = iif(organization_id = 1, ${administrator.userId}, ${foreign.userId})
     where status <> 'pending'`,
    ...["contracts", "prospects", "events", "wishes"].map((table) =>
      move(table, "organization_id = 1 and id % 7 < 3"),
    ),
    `insert into audit_log (organization_id, action, readers, actor_kind, actor_user_id, actor_name, created_at)
     select ${elsewhere}, action, readers, actor_kind, actor_user_id, 'Elsewhere', created_at from audit_log where organization_id = 1`,
    `insert into security_log (organization_id, key, kind, count, last_at)
     select ${elsewhere}, key || ' elsewhere', kind, count, last_at from security_log where organization_id = 1`,
    `update members set in_discord = id % 5 > 0,
       last_seen_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (id % 9 * 10) || ' minutes') where user_id >= ${FIRST_USER}`,
    ...[administrator, onboarding, foreign].map(
      ({ userId }) => `insert into notices (organization_id, user_id, id, kind, details, created_at)
        select organization_id, users.id, users.id * 100 + value, 'event.changed', json_object('title', users.id || '.' || value), ''
        from users, json_each('[1, 2, 3, 4, 5, 6, 7, 8]') where users.id = ${userId}`,
    ),
    entries("contract_history", "contract_id", "contracts", "edited"),
    entries("prospect_history", "prospect_id", "prospects", "notes"),
    entries("member_history", "member_id", "members", "status", ", members.organization_id"),
  ];
  await raw.DB.batch(statements.map((each) => raw.DB.prepare(each)));
  return [
    // First, because this caller's refusals add rows to the security log.
    { name: "the onboarding team", caller: onboarding, organizationId: 1 },
    { name: "an administrator", caller: administrator, organizationId: 1 },
    { name: "another organization's administrator", caller: foreign, organizationId: elsewhere },
  ];
}

/** What a caller reads of a list page by page: its rows as texts, and every cursor that it named. Null where refused. */
export async function readAll(caller: Caller, path: string, query: string) {
  const items = new Set<string>();
  const cursors: string[] = [];
  // A filter narrows a list that has been read in small pages already.
  for (let at: string | null = `${path}?limit=${query ? 10 : 3}&${query}`; at !== null; ) {
    const { status, headers, text } = await caller.call("GET", at);
    if (status !== 200) return null;
    for (const item of JSON.parse(text) as unknown[]) items.add(JSON.stringify(item));
    at = nextOf(headers);
    if (at) cursors.push(new URL(at, "https://here").searchParams.get("cursor") ?? "");
  }
  return { items, cursors };
}

/** The position of a real cursor, whose type is the list's own. */
function positionOf(cursor: string): number | string {
  for (const type of ["number", "string"] as const)
    try {
      return decodeCursor(cursor, type, "en");
    } catch {}
  throw new Error(`no cursor: ${cursor}`);
}

const altered = (text: string, at: number) =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);

/** Positions before and after all others of a list. */
const EXTREMES = {
  number: [-(2 ** 53), 0, 2 ** 53, 1e300],
  string: ["", "1000-01-01T00:00:00.000Z", "~~", "\u{10ffff}"],
};

/** Positions around and far from one: each part of a text altered at its beginning, middle and end, left out and alone. */
function otherPositions(position: number | string): (number | string)[] {
  if (typeof position === "number")
    return [...EXTREMES.number, -position, position - 1, position + 1, position + 0.5, 5e-324];
  const parts = [...position.matchAll(/[^ |!T:.-]+/g)];
  return [
    ...parts.flatMap(({ 0: part, index }) => [
      ...[0, part.length >> 1, part.length - 1].map((place) => altered(position, index + place)),
      position.slice(0, index) + position.slice(index + part.length),
      position.slice(0, index),
      part,
    ]),
    ...[...EXTREMES.string, "\u0000", "'", "%", `${position} `],
  ];
}

/** The cursors of positions before and after all others, of the type of a real cursor. */
export const extremesOf = (cursor: string): string[] =>
  EXTREMES[typeof positionOf(cursor) as "number" | "string"].map(encodeCursor);

/** Cursors of positions around and far from that of a real one. */
export const positionsOf = (cursor: string): string[] =>
  otherPositions(positionOf(cursor))
    .map(encodeCursor)
    .filter((each) => each !== cursor);

/** Alterations of a real cursor: of its text, of what that says, and of the position's type. */
export function alterationsOf(cursor: string): string[] {
  const position = positionOf(cursor);
  const json = Buffer.from(cursor, "base64url").toString();
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  const other = typeof position === "number" ? String(position) : Number.parseInt(position, 10) || 0;
  return [
    ...[0, cursor.length >> 1, cursor.length - 1].map((at) => altered(cursor, at)),
    ...["", cursor.slice(1), cursor.slice(0, -1), `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor + cursor],
    ...[...json].map((_, at) => encoded(json.slice(0, at) + json.slice(at + 1))).filter((_, at) => at < 3),
    ...[
      "[]",
      "{}",
      "null",
      "[null]",
      "[[]]",
      "[true]",
      `[${json}]`,
      ` ${json}`,
      JSON.stringify([position, position]),
    ].map(encoded),
    encodeCursor(other),
  ].filter((each) => each !== cursor);
}
