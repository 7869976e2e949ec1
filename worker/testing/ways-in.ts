import { makeApp, WAYS_IN } from "../app.ts";
import { findActingPerson } from "../features/sessions/index.ts";
import type { MemberActor, Person } from "../lib/actor.ts";
import type { RequestContext, WayIn } from "../lib/http/app.ts";
import type { Caller } from "./world.ts";

/** Returns a way in whose credentials are a user id. */
function standIn(
  userIdOf: (c: RequestContext) => string | undefined,
  act: (person: Person) => MemberActor,
): WayIn {
  return {
    isAmbient: false,
    isTaken: (c) => userIdOf(c) !== undefined,
    async find(c) {
      const found = await findActingPerson(c.var.opened.db, Number(userIdOf(c)));
      return found && { ...found, actor: act(found.actor) };
    },
  };
}

/** Returns the credentials of a user's request. */
type Way = (caller: Caller) => { headers?: Record<string, string>; token?: string | null };

export const bySession: Way = ({ token }) => ({ token });

/** Ways in without a session, by the kind of their actors. */
export const OTHER_WAYS = {
  token: ({ userId }) => ({ headers: { Authorization: `Bearer stand-in-${userId}` } }),
  interaction: ({ userId }) => ({ headers: { "X-Stand-In-Interaction": `${userId}` } }),
} satisfies Record<string, Way>;

/** The API with the product's ways in, and stand-ins for a bearer token and a Discord interaction. */
export const appWithAllWays = makeApp([
  ...WAYS_IN,
  standIn(
    (c) => /^Bearer stand-in-(.*)$/.exec(c.req.header("Authorization") ?? "")?.[1],
    (person) => ({ ...person, kind: "token", tokenId: 1 }),
  ),
  standIn(
    (c) => c.req.header("X-Stand-In-Interaction"),
    (person) => ({ ...person, kind: "interaction", interactionId: "1" }),
  ),
]);
