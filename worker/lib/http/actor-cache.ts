import type { MemberActor, Person } from "../actor.ts";
import type { Trip } from "../db/counted.ts";
import { type Bound, readRows } from "../db/fixed.ts";
import { StaleActor } from "../fault.ts";

/** A person that a request's credentials belong to, with what their organization knows. */
export type Found<As extends Person = MemberActor> = {
  actor: As;
  /** The revision of each topic of the actor's organization. */
  revisions: Readonly<Record<string, number>>;
  /** The actor's organization has debug mode on. */
  isDebugging: boolean;
  /** Nothing acts by itself in the actor's organization; locked, while a backup is being restored, nothing is saved. */
  pause: "paused" | "locked" | null;
};

/** A row that describes an actor. */
export type ActorRow = Readonly<Record<string, string | number | null>>;

/** The query that finds the actor of some credentials. */
export type ActorQuery<Row extends ActorRow = ActorRow> = {
  /** Key in the cache: the kind of credentials and what identifies them, such as the hash of a token. */
  key: string;
  statement: Bound<Row>;
  /** Columns besides `revisions` whose change leaves a cached actor valid. */
  ignored?: readonly (keyof Row & string)[];
  /** The actor of the row; null for one who may not act by these credentials. */
  toFound: (row: Row) => Found | null;
  /** Adds what belongs to this request alone. */
  adapt?: (found: Found) => Found;
  /** Is called with the row that D1 has answered for an actor. */
  onRow?: (row: Row, found: Found) => void;
};

/** Most cached actors of an isolate; each takes about 1.5 kB with its row. */
export const CACHE_SIZE = 10_000;

type Cached = { row: ActorRow; found: Found };

/** Actors by the key of their query, the least recently used first. Nothing is answered from it without a `Revalidation`. */
const cache = new Map<string, Cached>();

/** The cached actor of a key. */
export function readCache(key: string): Cached | undefined {
  const cached = cache.get(key);
  if (!cached) return undefined;
  cache.delete(key);
  cache.set(key, cached);
  return cached;
}

function writeCache({ key, ignored = [] }: ActorQuery, row: ActorRow, found: Found): void {
  const columns = Object.entries(row).filter(([name]) => name !== "revisions" && !ignored.includes(name));
  cache.delete(key);
  cache.set(key, { row: Object.fromEntries(columns), found: { ...found, revisions: {} } });
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size > CACHE_SIZE) cache.delete(oldest);
}

/** The number of cached actors. */
export const cacheSize = (): number => cache.size;

/** Empties the cache, as in an isolate that has just started. */
export const clearActorCache = (): void => cache.clear();

const isSame = (cached: ActorRow, row: ActorRow) =>
  Object.keys(cached).every((name) => cached[name] === row[name]);

/** Part of D1's error for a guard on the actor that does not hold. */
const GUARD = "stale actor";

/** The statement of a query; with a cached row it fails where the actor differs. */
function statementOf(
  client: D1Database,
  { statement: { text, values } }: ActorQuery,
  cached?: ActorRow,
): D1PreparedStatement {
  if (!cached) return client.prepare(text).bind(...values);
  const names = Object.keys(cached);
  const holds = names.map((name) => `q."${name}" is ?`).join(" and ");
  // As in `guard`: the error for an invalid JSON path contains the path. The join has a row without an actor, too.
  const check = `case when ${holds} then 1 else json_extract('{}', '${GUARD}') end`;
  return client
    .prepare(`select q.*, ${check} as holds from (select 1) left join (${text}) q`)
    .bind(...names.map((name) => cached[name]), ...values);
}

/**
 * Revalidates a cached actor with the first round trip of a request: the query goes in front of its statements. Beside reads
 * its row is compared; beside writes it is a guard of the batch. For a stale actor nothing is written.
 */
export class Revalidation {
  #state: "pending" | "sent" | "fresh" | "stale" = "pending";
  #trip: Promise<unknown> = Promise.resolve();
  /** A round trip was refused or rolled back. */
  #hasFailed = false;

  private readonly query: ActorQuery;
  private readonly cached: Cached;
  /** The cached actor. */
  readonly found: Found;
  private readonly onFound: (found: Found | null) => void;

  /** @param onFound is called with the actor that D1 has answered, null for nobody */
  constructor(query: ActorQuery, cached: Cached, onFound: (found: Found | null) => void) {
    this.query = query;
    this.cached = cached;
    this.found = query.adapt?.(cached.found) ?? cached.found;
    this.onFound = onFound;
  }

  get isPending(): boolean {
    return this.#state === "pending";
  }

  #fail(): never {
    this.#hasFailed = true;
    throw new StaleActor();
  }

  /**
   * Makes a round trip, with the query in front of its statements while the revalidation is pending.
   * @throws StaleActor; then nothing was written
   */
  async send({ client, isWrite, statements, go }: Trip): Promise<D1Result[]> {
    // A read beside the first round trip is discarded with the answer if the actor turns out to be stale; a write is not.
    while (isWrite && this.#state === "sent") await this.#trip.catch(() => null);
    if (this.#state === "stale") this.#fail();
    if (this.#state !== "pending") return go(statements);
    this.#state = "sent";
    const mine = statementOf(client, this.query, isWrite ? this.cached.row : undefined);
    const trip = go([mine, ...statements]).then(
      ([first, ...results]) => {
        this.#receive(first?.results[0] as ActorRow | undefined);
        return results;
      },
      (error: unknown) => {
        this.#state = "pending";
        if (String(error).includes(GUARD)) this.#fail();
        throw error;
      },
    );
    this.#trip = trip;
    return trip;
  }

  #receive(answered: ActorRow | undefined): void {
    const { holds: _, ...row } = answered ?? {};
    const isFresh = isSame(this.cached.row, row);
    this.#state = isFresh ? "fresh" : "stale";
    if (isFresh) {
      const revisions = JSON.parse(row["revisions"] as string) as Found["revisions"];
      this.query.onRow?.(row, this.found);
      this.onFound({ ...this.found, revisions });
      return;
    }
    this.onFound(accept(this.query, answered && row));
    this.#fail();
  }

  /** Whether the cached actor is fresh; a round trip of its own where none has been made. */
  async isFresh(client: D1Database): Promise<boolean> {
    while (this.#state === "sent") await this.#trip.catch(() => null);
    if (this.isPending)
      await client.batch([]).catch((error: unknown) => {
        if (!(error instanceof StaleActor)) throw error;
      });
    return this.#state === "fresh" && !this.#hasFailed;
  }
}

/** Finds the actor of a query and caches them; one round trip. */
export async function findBy(client: D1Database, query: ActorQuery): Promise<Found | null> {
  const [row] = await readRows(client, query.statement);
  return accept(query, row);
}

/** The actor of a row, who is cached; removes the key from the cache where there is none. */
function accept(query: ActorQuery, row: ActorRow | undefined): Found | null {
  const found = row ? query.toFound(row) : null;
  if (!row || !found) {
    cache.delete(query.key);
    return null;
  }
  writeCache(query, row, found);
  query.onRow?.(row, found);
  return query.adapt?.(found) ?? found;
}
