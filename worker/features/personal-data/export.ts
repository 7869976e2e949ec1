import { sql } from "drizzle-orm";
import type { SessionContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import type { FileAnswer } from "../../lib/http/answers.ts";
import type { Owner, PersonalRule } from "../../lib/table-rules.ts";
import { admit, countAttempt } from "../auth/index.ts";
import { organizations } from "../settings/index.ts";
import { personalDataAudit } from "./personal-data.texts.ts";

/** All stored data about the caller, GET /api/user/data: one JSON file. */
export type PersonalData = {
  format: "command-centre-personal-data";
  version: 1;
  createdAt: string;
  organization: string;
  /** The rows of each table, by its columns. */
  tables: Record<string, Record<string, string | number | null>[]>;
  /** Omitted tables, and columns as `table.column`, with the reasons. */
  leftOut: Record<string, string>;
};

type PersonalTable = PersonalRule & { name: string };
type PersonalDataPlan = ReturnType<typeof personalDataPlan>;

/** The tables of a user's own data file, in the features' order, and why tables, and columns as `table.column`, are omitted. */
export function personalDataPlan(features: readonly Pick<Feature, "tables">[]) {
  const rules = features
    .flatMap(({ tables = {} }) => Object.entries(tables))
    .flatMap(([name, { personal }]) => (personal ? [{ name, personal }] : []));
  const reasons = rules.flatMap(({ name, personal }) =>
    "leftOut" in personal
      ? [[name, personal.leftOut]]
      : Object.entries(personal.without).map(([column, reason]) => [`${name}.${column}`, reason]),
  );
  return {
    tables: rules.flatMap(({ name, personal }): PersonalTable | [] =>
      "columns" in personal ? { name, ...personal } : [],
    ),
    leftOut: Object.fromEntries(reasons) as Record<string, string>,
  };
}

/** Rows of a page. */
const PAGE = 500;

type Cell = string | number | null;
type Row = Record<string, Cell> & { place: number | string };

/** The statement that reads a page of a table after a position in its order. */
function selectPage({ db }: SessionContext, owner: Owner, table: PersonalTable, behind: Row["place"]) {
  const { name, isOf, columns, names = {}, place = sql`rowid` } = table;
  const wanted = [
    ...columns.map((column) => sql.identifier(column)),
    ...Object.entries(names).map(([as, value]) => sql`${value} as ${sql.identifier(as)}`),
  ];
  return db.all<Row>(sql`select ${place} as place, ${sql.join(wanted, sql`, `)} from ${sql.identifier(name)}
    where ${place} > ${behind} and (${isOf(owner)}) order by ${place} limit ${PAGE}`);
}

/** The exported part of a column: of JSON with restricted keys only these. */
function presented({ json = {} }: PersonalTable, column: string, value: Cell | undefined): Cell {
  const keys = json[column];
  if (typeof keys !== "object" || typeof value !== "string") return value ?? null;
  const stored: unknown = JSON.parse(value);
  const pairs = Object.entries(stored ?? {}).filter(([key]) => keys.includes(key));
  return pairs.length > 0 ? JSON.stringify(Object.fromEntries(pairs)) : null;
}

/** Yields the text of the file, at most a page of rows at a time. */
async function* dataText(context: SessionContext, plan: PersonalDataPlan): AsyncGenerator<string, void> {
  const { db, actor, now } = context;
  const owner = { userId: actor.userId, organizationId: actor.organizationId };
  const [found, ...pages] = (await readBatch(db, [
    db.select({ name: organizations.name }).from(organizations).where(sql`id = ${owner.organizationId}`),
    ...plan.tables.map((table): Statement => selectPage(context, owner, table, 0)),
  ] as [Statement, ...Statement[]])) as [{ name: string }[], ...Row[][]];
  const header: Omit<PersonalData, "tables"> = {
    format: "command-centre-personal-data",
    version: 1,
    createdAt: now.toISOString(),
    organization: found[0]?.name ?? "",
    leftOut: plan.leftOut,
  };
  yield `${JSON.stringify(header, null, 2).slice(0, -2)},\n  "tables": {`;
  for (const [at, table] of plan.tables.entries()) {
    yield `${at ? "," : ""}\n    ${JSON.stringify(table.name)}: [`;
    const shown = [...table.columns, ...Object.keys(table.names ?? {})];
    let rows = pages[at] ?? [];
    let count = 0;
    while (rows.length) {
      const values = rows.map((row) =>
        Object.fromEntries(shown.map((column) => [column, presented(table, column, row[column])])),
      );
      const lines = values.map((each) => `\n      ${JSON.stringify(each)}`);
      yield `${count ? "," : ""}${lines.join()}`;
      count += rows.length;
      const last = rows.length === PAGE ? rows.at(-1) : undefined;
      rows = last ? await selectPage(context, owner, table, last.place) : [];
    }
    yield count ? "\n    ]" : "]";
  }
  yield "\n  }\n}\n";
}

/**
 * Streams all stored data about the caller as one JSON document (see `PersonalData`). Some tables have no index for it, so a
 * user can download ten times in an hour before they have to wait.
 * @throws AppError too_many_attempts
 */
export async function exportPersonalData(user: SessionContext, plan: PersonalDataPlan): Promise<FileAnswer> {
  // A replica may be behind.
  const context = { ...user, db: user.openPrimary?.() ?? user.db };
  const { db, actor, now } = context;
  const attempt = { kind: "download", from: `user:${actor.userId}` } as const;
  const [counted, waiting] = await readBatch(db, countAttempt(context, attempt));
  admit(counted, waiting, now);
  const entity = { id: actor.userId, name: actor.name };
  await write(db, [personalDataAudit.write(context, { action: "user.data_downloaded", entity })]);
  const text = dataText(context, plan);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const piece = await text.next();
        if (piece.done) stream.close();
        else stream.enqueue(encoder.encode(piece.value));
      },
      cancel: async () => void (await text.return()),
    },
    { highWaterMark: 0 },
  );
  return { name: `my-data-${now.toISOString().slice(0, 10)}.json`, body };
}
