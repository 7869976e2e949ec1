import { type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { DrizzleD1Database } from "drizzle-orm/d1";
import { charged, type Toll } from "./charged.ts";
import { counted, newWork, type Piggyback, type Work } from "./counted.ts";
import { dialect } from "./fixed.ts";
import { Session } from "./rows.ts";

export type Db = DrizzleD1Database & { $client: D1Database };
export type Statement = BatchItem<"sqlite">;

/** The form of a bookmark: D1 sends it on as a header, and fails with characters that none can have. */
export const BOOKMARK = /^[\w-]{1,200}$/;

/**
 * Opens D1 through a session: reads may be served by a replica that is at least as new as the bookmark. The
 * bookmark of the last write is for the client to carry.
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 * @param toll what the first writing batch carries
 * @param work what is asked of D1 is added to it
 * @param piggybackOf what joins the first round trip
 */
export function openDb(
  database: D1Database,
  bookmark: string | undefined,
  {
    toll,
    work = newWork(),
    piggybackOf,
  }: { toll?: Toll; work?: Work | undefined; piggybackOf?: () => Piggyback | undefined } = {},
) {
  const session = database.withSession(bookmark || "first-unconstrained");
  const asked = counted(session as unknown as D1Database, work, piggybackOf);
  const $client = toll ? charged(asked, toll) : asked;
  const made = new DrizzleD1Database("async", dialect, new Session($client, dialect, undefined), undefined);
  const db: Db = Object.assign(made, { $client });
  works.set(db, work);
  return { db, bookmark: () => session.getBookmark() };
}

const works = new WeakMap<Db, Work>();

/** The work that a client has asked of D1; the figures grow as it goes on. */
export const workOf = (db: Db): Readonly<Work> => works.get(db) ?? newWork();

/** The part of a statement that drizzle's own `batch` uses; its types leave it out. */
type Preparable = {
  _prepare(): {
    getQuery(): { sql: string; params: unknown[] };
    mapResult(result: unknown, isFromBatch: boolean): unknown;
  };
};

/**
 * Runs statements as one transaction and one round trip; when one fails, nothing was written.
 * drizzle's own `batch` cannot bind the parameters of `db.run` and `db.all` in one, so this does what it does.
 */
export async function readBatch<Statements extends [Statement, ...Statement[]]>(
  db: Db,
  statements: Readonly<Statements>,
  /** Is handed what D1 answered, with its figures. */
  look?: (results: readonly D1Result[]) => void,
): Promise<BatchResponse<Statements>> {
  const client = db.$client;
  const prepared = statements.map((each) => (each as unknown as Preparable)._prepare());
  const results = await client.batch(
    prepared.map((each) => {
      const { sql: text, params } = each.getQuery();
      return client.prepare(text).bind(...params);
    }),
  );
  look?.(results);
  return results.map((result, at) => prepared[at]?.mapResult(result, true)) as BatchResponse<Statements>;
}

/** Binds a list as one JSON parameter, whatever its length; read it with `json_each`. */
export const jsonList = (values: readonly unknown[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;
