import { randomUUID } from "node:crypto";
import type { BenchOrganization, BenchPerson } from "./organization.ts";

/** A request of the day: how often 500 members and 30 officers ask it, and what asks it once; each turn is another. */
export type Play = { route: string; daily: number; send: (turn: number) => Promise<unknown> };

type ByTurn<Value> = (turn: number) => Value;
type Details = {
  /** The query of a read, with its `?`. */
  query?: string | ByTurn<string>;
  /** The value of `:id` or `:shipId`. */
  id?: ByTurn<number | undefined>;
  body?: ByTurn<object>;
  /** Takes the ids of what the requests make. */
  into?: number[];
  /** The note of the table beside the route. */
  note?: string;
};

export type Who = ByTurn<BenchPerson>;

/** The people of an organization who ask in turn. */
export const peopleOf = ({ members, officers }: BenchOrganization) => ({
  member: (turn: number) => members[turn % members.length] as BenchPerson,
  officer: (turn: number) => officers[turn % officers.length] as BenchPerson,
  admin: () => officers[0] as BenchPerson,
});

/**
 * Returns what makes a play of a route as it is declared: `:orgId` is 1 and `:userId` who asks.
 * @param tags where an answer is asked for again with its entity tag
 */
export const playsBy =
  (org: BenchOrganization) =>
  (
    route: string,
    daily: number,
    who: Who,
    { query = "", id, body, into, note }: Details = {},
    tags = false,
  ): Play => {
    const [method = "", pattern = ""] = route.split(" ");
    let tag: string | null = null;
    return {
      route: note ? `${route} (${note})` : route,
      daily,
      async send(turn) {
        const by = who(turn);
        const path = pattern
          .replace(":orgId", "1")
          .replace(":userId", String(by.userId))
          .replace(/:(id|shipId)\b/, () => String(id?.(turn)));
        const { answer, headers } = await org.ask<{ id: number }>({
          ...{ by, method, path: path + (typeof query === "string" ? query : query(turn)) },
          body: body?.(turn),
          headers: {
            ...(method === "POST" ? { "Idempotency-Key": randomUUID() } : {}),
            ...(tag ? { "If-None-Match": tag } : {}),
          },
          ...(tag ? { status: 304 } : {}),
        });
        if (tags) tag = headers.get("ETag");
        into?.push(answer.id);
      },
    };
  };

const TOLD = ["contract.posted", "contract.accepted", "event.created", "prospect.assigned", "wish.completed"];

/**
 * Makes what is there before the day: a token of a program, calendar addresses, and a webhook.
 * @param receiver an address that takes what the webhook sends
 */
export async function prepareDay(org: BenchOrganization, receiver: string) {
  const { admin, member } = peopleOf(org);
  const make = async <Answer>(by: BenchPerson, path: string, body: object) =>
    (await org.ask<Answer>({ by, method: "POST", path, body })).answer;
  const { token } = await make<{ token: string }>(admin(), "/api/tokens", {
    ...{ name: "Fleet sheet", permissions: ["events.read"], expiresInDays: 90 },
  });
  await make(admin(), "/api/webhooks", { name: "Wiki", url: receiver, kinds: TOLD });
  const feeds: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const { url } = await make<{ url: string }>(member(turn), "/api/calendar-feed", {});
    feeds.push(url.slice(url.indexOf("/api/")));
  }
  return { token, feeds };
}
