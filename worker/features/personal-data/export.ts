import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { openDb, readBatch, type Statement } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { admit, countAttempt } from "../auth/index.ts";
import { organizations } from "../settings/index.ts";
import type { PersonalData } from "./personal-data.schema.ts";
import { personalDataAudit } from "./personal-data.texts.ts";
import { type Owner, PERSONAL, UNTOLD } from "./tables.ts";

/** Rows that are read at once. */
const PAGE = 500;

type Row = Record<string, string | number | null> & { place: number };

/** The statement that reads a page of a table behind a place, which orders it. */
function selectPage({ db }: UserContext, owner: Owner, name: string, behind: number) {
  const {
    table,
    isOf,
    columns,
    names = {},
    place = sql`rowid`,
  } = PERSONAL[name] as (typeof PERSONAL)[string];
  const wanted = [
    ...columns.map((column) => sql.identifier(column)),
    ...Object.entries(names).map(([as, value]) => sql`${value} as ${sql.identifier(as)}`),
  ];
  return db.all<Row>(sql`select ${place} as place, ${sql.join(wanted, sql`, `)} from ${table}
    where ${place} > ${behind} and (${isOf(owner)}) order by ${place} limit ${PAGE}`);
}

/** What the file tells of a row. */
function tellable(name: string, row: Row): Partial<Row> {
  const { columns, names = {} } = PERSONAL[name] as (typeof PERSONAL)[string];
  return Object.fromEntries([...columns, ...Object.keys(names)].map((column) => [column, row[column]]));
}

const leftOut = (): PersonalData["leftOut"] => ({
  ...UNTOLD,
  ...Object.fromEntries(
    Object.entries(PERSONAL).flatMap(([name, { without }]) =>
      Object.entries(without).map(([column, reason]) => [`${name}.${column}`, reason]),
    ),
  ),
});

/** The text of the file, in pieces of at most a page of rows. */
async function* dataText(context: UserContext): AsyncGenerator<string, void> {
  const { db, actor, now } = context;
  const owner = { userId: actor.userId, organizationId: actor.organizationId };
  const names = Object.keys(PERSONAL);
  const [found, ...pages] = (await readBatch(db, [
    db.select({ name: organizations.name }).from(organizations).where(sql`id = ${owner.organizationId}`),
    ...names.map((name): Statement => selectPage(context, owner, name, 0)),
  ] as [Statement, ...Statement[]])) as [{ name: string }[], ...Row[][]];
  const header: Omit<PersonalData, "tables"> = {
    format: "command-centre-personal-data",
    version: 1,
    createdAt: now.toISOString(),
    organization: found[0]?.name ?? "",
    leftOut: leftOut(),
  };
  yield `${JSON.stringify(header, null, 2).slice(0, -2)},\n  "tables": {`;
  for (const [at, name] of names.entries()) {
    yield `${at ? "," : ""}\n    ${JSON.stringify(name)}: [`;
    let rows = pages[at] ?? [];
    let count = 0;
    while (rows.length) {
      const lines = rows.map((row) => `\n      ${JSON.stringify(tellable(name, row))}`);
      yield `${count ? "," : ""}${lines.join()}`;
      count += rows.length;
      const last = rows.length === PAGE ? rows.at(-1) : undefined;
      rows = last ? await selectPage(context, owner, name, last.place) : [];
    }
    yield count ? "\n    ]" : "]";
  }
  yield "\n  }\n}\n";
}

/**
 * Everything that is stored about the caller as one JSON document (see `PersonalData`), read while it is sent. Some of
 * it is looked for in tables without an index for it, so that it can be had ten times in an hour before one has to wait.
 * @throws AppError too_many_attempts
 */
export async function exportPersonalData(user: UserContext): Promise<ReadableStream<Uint8Array>> {
  // A replica may be behind.
  const context = { ...user, db: openDb(user.env.DB, "first-primary").db };
  const { db, actor, now } = context;
  const attempt = { kind: "download", from: `user:${actor.userId}` } as const;
  const [counted, waiting] = await readBatch(db, countAttempt(context, attempt));
  admit(counted, waiting, now);
  await write(db, [
    personalDataAudit.write(context, {
      action: "user.data_downloaded",
      entity: { id: actor.userId, name: actor.name },
    }),
  ]);
  const text = dataText(context);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
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
}
