import { expect, it } from "vitest";
import { API } from "./app.ts";
import { application, postedBy } from "./features/applications/testing/applications.factory.ts";
import { answer, event } from "./features/events/testing/events.factory.ts";
import { putOnHold, written } from "./features/security-team/testing/security-team.factory.ts";
import { addToken, bearer } from "./features/tokens/testing/tokens.factory.ts";
import { SYSTEM_PERMISSIONS } from "./lib/permissions.schema.ts";
import { at, insert } from "./testing/database.ts";
import { ROUTES } from "./testing/routes.ts";
import { type Caller, call, person, prospect, raw } from "./testing/world.ts";

/** Routes that are declared for sessions only. */
const OF_SESSIONS = new Set(API.filter(({ access }) => access.session).map(({ name }) => name));

/**
 * Where every token may call routes without a permission, as docs/api.md says: who its owner is, and their days away, hangar,
 * RSI account, language and notices. Notices and what is searched are answered as the token's permissions go.
 */
const OF_EVERY_TOKEN =
  /^\/api\/(leaves|rsi|uex|search|user\/(language|needs|notice\S*)|user$|users\/:id\/role$)/;

/** What is planted of a token's owner, and the permissions that open it. */
const MARKS = {
  Ownsecuritymark: ["security.view", "security.review"],
  Owncontractmark: ["contracts.read"],
  Owneventmark: ["events.read"],
  Ownprospectmark: ["prospects.read"],
};

/** Plants what is an administrator's own, by one number: records of each field, and notices that tell of them. */
async function plantOwn(owner: Caller): Promise<number> {
  const id = 770_001;
  const officer = await person("officer");
  const contractId = await postedBy(officer, { id, title: "Owncontractmark", assigned_to: owner.userId });
  await application(owner, contractId, { experience: "Owncontractmark" });
  await application(owner, null, { id, experience: "Ownsecuritymark" });
  await putOnHold(id, "Ownsecuritymark");
  await written(id, owner, { id, text: "Ownsecuritymark" });
  const eventId = await event({ id, title: "Owneventmark", organizer_id: owner.userId });
  await answer(eventId, owner.userId);
  const made = await prospect({
    display_name: "Ownprospectmark",
    assigned_to: owner.memberId,
    deadline: at(),
  });
  await raw.DB.prepare("update prospects set id = ? where id = ?").bind(id, made).run();
  const kinds = {
    "security.question": { by: "Ownsecuritymark" },
    "payout.unsent": { subject: "Owncontractmark", by: "Olga" },
    "event.changed": { title: "Owneventmark", by: "Olga", eventId: id },
    "prospect.assigned": { id, name: "Ownprospectmark", by: "Olga", deadline: null },
  };
  for (const [place, [kind, details]] of Object.entries(kinds).entries())
    await insert("notices", {
      ...{ organization_id: 1, user_id: owner.userId, id: place + 1, kind, created_at: at() },
      details: JSON.stringify(details),
    });
  return id;
}

it("a route without a permission declares which one a token needs, or that every token may call it", () => {
  const open = ROUTES.filter(
    ({ access, scope, route }) =>
      (access === "signed-in" || access === "member") && !scope && !OF_SESSIONS.has(route),
  ).map(({ route }) => route.replace(/^\w+ /, ""));
  expect(open.filter((path) => !OF_EVERY_TOKEN.test(path))).toEqual([]);
  expect(open.length).toBeGreaterThan(20);
});

it("a token with one permission is answered nothing of its owner's that another one opens", async () => {
  const owner = await person("administrator");
  const id = await plantOwn(owner);
  const reading = ROUTES.filter(({ route }) => route.startsWith("GET ") && !OF_SESSIONS.has(route));
  const reached: Record<string, string[]> = {};
  for (const permission of SYSTEM_PERMISSIONS) {
    const { token } = await addToken(owner, {
      permissions: JSON.stringify([permission]),
      last_used_at: at(),
    });
    const found = new Set<string>();
    for (const { route, access } of reading) {
      // `ways-in.test.ts` shows that a token without it is refused.
      if (access === "public" || (Array.isArray(access) && !access.includes(permission))) continue;
      const path = route
        .slice(4)
        .replace(/(members\/):id/, `$1${owner.memberId}`)
        .replace(":orgId", "1")
        .replace(":userId", `${owner.userId}`)
        .replace(/:\w+/g, `${id}`);
      const { text } = await call("GET", path, { headers: bearer(token) });
      for (const [mark] of text.matchAll(/Own\w+mark/g)) found.add(mark);
    }
    for (const mark of found) reached[mark] = [...(reached[mark] ?? []), permission];
  }
  expect(reached).toEqual(MARKS);
});
