import { sql } from "drizzle-orm";
import { makeApp, WAYS_IN } from "../app.ts";
import { type ActingRow, actingPeople, toFound } from "../features/sessions/index.ts";
import { addToken, bearer } from "../features/tokens/testing/tokens.factory.ts";
import { fixedQuery } from "../lib/db/fixed.ts";
import type { ActorQuery } from "../lib/http/actor-cache.ts";
import type { WayIn } from "../lib/http/app.ts";
import { at } from "./database.ts";
import type { Caller } from "./world.ts";

const personOf = fixedQuery<ActingRow>(() => actingPeople(sql`u.id = ${sql.placeholder("id")}`));

const HEADER = "X-Stand-In-Interaction";

/** A way in for a Discord interaction whose credentials are a user id. */
const standIn: WayIn = {
  isAmbient: false,
  isTaken: (c) => c.req.header(HEADER) !== undefined,
  query(c) {
    const id = Number(c.req.header(HEADER));
    const found = (row: ActingRow) => {
      const { actor, ...organization } = toFound(row);
      return { ...organization, actor: { ...actor, kind: "interaction" as const, interactionId: "1" } };
    };
    return { key: `stand-in ${id}`, statement: personOf({ id }), toFound: found } as unknown as ActorQuery;
  },
};

/** Returns the credentials of a user's request. */
type Way = (caller: Caller) => Promise<{ headers?: Record<string, string>; token?: string | null }>;

export const bySession: Way = async ({ token }) => ({ token });

/** Tokens that were added before. */
const added = new WeakMap<Caller, string>();

/** Ways in without a session, by the kind of their actors. A user's token was given every permission. */
export const OTHER_WAYS = {
  token: async (caller) => {
    const token = added.get(caller) ?? (await addToken(caller, { last_used_at: at() })).token;
    added.set(caller, token);
    return { headers: bearer(token) };
  },
  interaction: async ({ userId }) => ({ headers: { [HEADER]: `${userId}` } }),
} satisfies Record<string, Way>;

/** The API with the product's ways in, and a stand-in for a Discord interaction. */
export const appWithAllWays = makeApp([...WAYS_IN, standIn]);
