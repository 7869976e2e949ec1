import { app } from "../app.ts";
import { canWrite } from "../lib/db/charged.ts";
import { backgroundDone, bindings, execution, raw } from "./database.ts";

/** A round trip to D1: whether it can write, and whether the primary answers it, whatever a replica has. */
type Trip = { writes: boolean; ofPrimary: boolean };

/** Milliseconds that a layout adds, for `far` ms between the user and the database. */
export type Layout = { request: (far: number) => number; trip: (far: number, trip: Trip) => number };

/** Milliseconds to what is in the same city or the same data center. */
const [NEAR, BESIDE] = [5, 1];

/**
 * Where Cloudflare runs the worker and the database. The primary is far from the user in each of them.
 * https://developers.cloudflare.com/workers/configuration/placement/
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export const LAYOUTS = {
  /** The worker runs near the user: each trip goes all the way. */
  "as it is": { request: () => 0, trip: (far) => far },
  /** Smart placement: a request goes to a worker beside the database once. */
  placed: { request: (far) => far, trip: () => BESIDE },
  /** Read replication: replicas near the user answer what only reads. */
  replicas: { request: () => 0, trip: (far, { writes, ofPrimary }) => (writes || ofPrimary ? far : NEAR) },
} satisfies Record<string, Layout>;
export type LayoutName = keyof typeof LAYOUTS;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The waiting: round trips that had ended by the answers, the longest chain of them, the longest within one
 * request, milliseconds of waiting for the network alone, and trips that ended after the answers.
 */
export type Waited = { trips: number; chain: number; longest: number; ms: number; after: number };

/**
 * D1 whose round trips take as long as `msOf` says; those that overlap take no longer together. After a session has
 * written, and in one that begins at the primary, the primary answers: a replica may not have the newest rows yet.
 */
function distant(msOf: (trip: Trip) => number) {
  let [begun, ended, chain, time] = [0, 0, 0, 0];
  type Known = { statement: D1PreparedStatement; text: string };
  const known = new WeakMap<object, Known>();
  const client = (ofPrimary: boolean) => {
    const state = { ofPrimary };
    const trip = async <Answer>(texts: string[], ask: () => Promise<Answer>): Promise<Answer> => {
      const writes = texts.some(canWrite);
      begun += 1;
      // It may depend on every answer that came before it began.
      const [place, far] = [chain + 1, msOf({ writes, ofPrimary: state.ofPrimary })];
      const until = time + far;
      await wait(far);
      if (writes) state.ofPrimary = true;
      try {
        return await ask();
      } finally {
        ended += 1;
        chain = Math.max(chain, place);
        time = Math.max(time, until);
      }
    };
    const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
      const wrapped = {
        bind: (...values: unknown[]) => wrap(statement.bind(...values), text),
        all: () => trip([text], () => statement.all()),
        run: () => trip([text], () => statement.run()),
        first: (column?: string) =>
          trip([text], () => (column === undefined ? statement.first() : statement.first(column))),
        raw: (options?: { columnNames?: false }) => trip([text], () => statement.raw(options)),
      } as unknown as D1PreparedStatement;
      known.set(wrapped, { statement, text });
      return wrapped;
    };
    return {
      prepare: (text: string) => wrap(raw.DB.prepare(text), text),
      batch: (statements: D1PreparedStatement[]) => {
        const all = statements.map((each) => known.get(each) as Known);
        return trip(
          all.map(({ text }) => text),
          () => raw.DB.batch(all.map(({ statement }) => statement)),
        );
      },
      getBookmark: () => null,
    };
  };
  const withSession = (constraint: string) => client(constraint === "first-primary");
  const database = { ...client(true), withSession } as unknown as D1Database;
  return { database, soFar: () => ({ begun, ended, chain, time }) };
}

/** A request of a page or of Discord; `body` may read what the request needs to say. */
export type Ask = {
  method?: string;
  path: string;
  token?: string | null;
  body?: () => Promise<string>;
  headers?: (body: string) => Promise<Record<string, string>>;
};

/** An action of a user: the requests of a step go out together, and each step when the one before was answered. */
export type Deed = { name: string; steps: Ask[][] };

async function send({ method = "GET", path, token, body, headers }: Ask, layout: Layout, far: number) {
  const { database, soFar } = distant((trip) => layout.trip(far, trip));
  const text = await body?.();
  const own = {
    Origin: String(raw["APP_URL"]),
    "Content-Type": "application/json",
    ...(token ? { Cookie: `session=${token}` } : {}),
    ...(await headers?.(text ?? "")),
  };
  const init = { method, headers: own, ...(text === undefined ? {} : { body: text }) };
  const env = { ...bindings(), DB: database };
  const answer = await app.request(String(raw["APP_URL"]) + path, init, env, execution);
  const at = soFar();
  const answered = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answered}`);
  return { at, ms: layout.request(far) + at.time, after: () => soFar().begun - at.ended };
}

/** Performs it once. */
async function perform({ steps }: Deed, layout: Layout, far: number): Promise<Waited> {
  const total: Waited = { trips: 0, chain: 0, longest: 0, ms: 0, after: 0 };
  for (const step of steps) {
    const answers = await Promise.all(step.map((each) => send(each, layout, far)));
    total.ms += Math.max(...answers.map(({ ms }) => ms));
    const chain = Math.max(...answers.map(({ at }) => at.chain));
    total.chain += chain;
    total.longest = Math.max(total.longest, chain);
    await backgroundDone();
    for (const { at, after } of answers) {
      total.trips += at.ended;
      total.after += after();
    }
  }
  return total;
}

export type FarFigures = Omit<Waited, "ms"> & {
  name: string;
  /** Milliseconds by layout, one for each delay. */
  ms: Record<LayoutName, number[]>;
};

/** Measures the waiting time of an action in each layout, by milliseconds between the user and the database. */
export async function measureFar(deed: Deed, delays: readonly number[]): Promise<FarFigures> {
  const names = Object.keys(LAYOUTS) as LayoutName[];
  const figures = { name: deed.name, ms: {} } as FarFigures;
  for (const name of names) {
    figures.ms[name] = [];
    for (const far of delays) {
      const { ms, ...waited } = await perform(deed, LAYOUTS[name], far);
      figures.ms[name].push(ms);
      // The chain is the same in each; trips after an answer are told apart best where each trip takes longest.
      if (name === "as it is" && far === Math.max(...delays)) Object.assign(figures, waited);
    }
  }
  return figures;
}
