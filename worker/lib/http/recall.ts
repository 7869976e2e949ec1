import type { MemberActor, Person } from "../actor.ts";
import { type Bound, readRows } from "../db/fixed.ts";

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

/** A row that says who acts: its columns, all of them texts, numbers or null. */
export type PersonRow = Readonly<Record<string, string | number | null>>;

/** The question who acts by some credentials. */
export type Look<Row extends PersonRow = PersonRow> = {
  /** The kind of credentials and what stands for them, such as the hash of a token; what they answered is recalled by it. */
  key: string;
  question: Bound<Row>;
  /** Columns besides `revisions` that tell nothing of who acts and what they may. */
  passing?: readonly (keyof Row & string)[];
  /** The person of the row; null for one who may not act by these credentials. */
  toFound: (row: Row) => Found | null;
  /** The person as they act in this request alone. */
  as?: (found: Found) => Found;
  /** Is told of the row by which a request is let in. */
  used?: (row: Row, found: Found) => void;
};

/** Most people that an isolate recalls, 1.5 kB each: their rows, and the actors made of them. */
export const MOST_RECALLED = 10_000;

type Recalled = { row: PersonRow; found: Found };

/** The people whom this isolate has found, by their credentials, those used last at the end. Never the truth: see `Ride`. */
const recalled = new Map<string, Recalled>();

/** The person whom this isolate last found by some credentials. */
export function recall(key: string): Recalled | undefined {
  const known = recalled.get(key);
  if (!known) return undefined;
  recalled.delete(key);
  recalled.set(key, known);
  return known;
}

function remember(look: Look, row: PersonRow, found: Found): void {
  const { key } = look;
  recalled.delete(key);
  const kept = Object.fromEntries(telling(look, row).map((name) => [name, row[name] ?? null]));
  recalled.set(key, { row: kept, found: { ...found, revisions: {} } });
  const [oldest] = recalled.keys();
  if (oldest !== undefined && recalled.size > MOST_RECALLED) recalled.delete(oldest);
}

/** The number of people whom this isolate recalls. */
export const recalledCount = (): number => recalled.size;

const telling = ({ passing = [] }: Look, row: PersonRow) =>
  Object.keys(row).filter((name) => name !== "revisions" && !passing.includes(name));

/** Whether a row says the same as the one that was kept, which has none of the passing columns. */
const isSame = (kept: PersonRow, row: PersonRow) =>
  Object.keys(kept).every((name) => kept[name] === row[name]);

/** Ends what is done for a person who is not as recalled. It never reaches a client: `asTrue` does the request anew. */
class NotAsRecalled extends Error {}

/** What D1's error says where a batch that writes was to be another person's. */
const MISMATCH = "not as recalled";

/** Asks a look's question; with a `row` so that it fails where the person is not as in it. */
function ask(client: D1Database, { question: { text, values } }: Look, row?: PersonRow): D1PreparedStatement {
  if (!row) return client.prepare(text).bind(...values);
  const names = Object.keys(row);
  const holds = names.map((name) => `q."${name}" is ?`).join(" and ");
  // As in `guard`: the error for an invalid path repeats it. The join has a row for nobody, too.
  const check = `case when ${holds} then 1 else json_extract('{}', '${MISMATCH}') end`;
  return client
    .prepare(`select q.*, ${check} as isRecalled from (select 1) left join (${text}) q`)
    .bind(...names.map((name) => row[name]), ...values);
}

/**
 * A recalled person, whose question goes with the first round trip of a request: its answer is compared beside reads, and ends
 * a batch that writes where the person is another. From then on nothing is asked of D1 in their name.
 */
export class Ride {
  #state: "waits" | "under way" | "true" | "false" = "waits";
  #trip: Promise<unknown> = Promise.resolve();
  /** Something that was done for the recalled person was ended. */
  hasEnded = false;

  private readonly look: Look;
  private readonly known: Recalled;
  /** The person as recalled. */
  readonly found: Found;
  private readonly tell: (found: Found | null) => void;

  /** @param tell is told who it is by what D1 knows, null for nobody */
  constructor(look: Look, known: Recalled, tell: (found: Found | null) => void) {
    this.look = look;
    this.known = known;
    this.found = look.as?.(known.found) ?? known.found;
    this.tell = tell;
  }

  get waits(): boolean {
    return this.#state === "waits";
  }

  #end(): never {
    this.hasEnded = true;
    throw new NotAsRecalled();
  }

  /**
   * Makes the round trip `go`, with the question in front of its statements where nothing has answered it yet.
   * @throws where the person is not as recalled; then nothing was written
   */
  async carry(
    client: D1Database,
    isWrite: boolean,
    go: (first: D1PreparedStatement[]) => Promise<D1Result[]>,
  ): Promise<D1Result[]> {
    // What only reads beside the first trip is answered by who that finds.
    while (isWrite && this.#state === "under way") await this.#trip.catch(() => null);
    if (this.#state === "false") this.#end();
    if (this.#state !== "waits") return go([]);
    this.#state = "under way";
    const { row } = this.known;
    const trip = go([ask(client, this.look, isWrite ? row : undefined)]).then(
      ([first, ...results]) => {
        this.#arrive(first?.results[0] as PersonRow | undefined);
        return results;
      },
      (error: unknown) => {
        this.#state = "waits";
        if (String(error).includes(MISMATCH)) this.#end();
        throw error;
      },
    );
    this.#trip = trip;
    return trip;
  }

  #arrive(asked: PersonRow | undefined): void {
    const { isRecalled: _, ...row } = asked ?? {};
    const isTrue = isSame(this.known.row, row);
    const found = isTrue ? { ...this.found, ...revisionsIn(row) } : foundIn(this.look, asked && row);
    if (isTrue && found) this.look.used?.(row, found);
    this.#state = isTrue ? "true" : "false";
    this.tell(found);
    if (!isTrue) this.#end();
  }

  /** Whether the person is as recalled, asked by itself where no trip has carried the question. */
  async isTrue(client: D1Database): Promise<boolean> {
    while (this.#state === "under way") await this.#trip.catch(() => null);
    if (this.waits)
      await client.batch([]).catch((error: unknown) => {
        if (!(error instanceof NotAsRecalled)) throw error;
      });
    return this.#state === "true" && !this.hasEnded;
  }
}

const revisionsIn = (row: PersonRow) => ({
  revisions: JSON.parse(row["revisions"] as string) as Record<string, number>,
});

/** Finds who acts by some credentials; one round trip. */
export async function findBy(client: D1Database, look: Look): Promise<Found | null> {
  const [row] = await readRows(client, look.question);
  return foundIn(look, row);
}

/** The person of a row, who is remembered; forgets the one of the credentials where there is none. */
function foundIn(look: Look, row: PersonRow | undefined): Found | null {
  const found = row ? look.toFound(row) : null;
  if (!row || !found) {
    recalled.delete(look.key);
    return null;
  }
  remember(look, row, found);
  look.used?.(row, found);
  return look.as?.(found) ?? found;
}

/** Forgets everybody, as an isolate that has just started. */
export const forgetPeople = (): void => recalled.clear();
