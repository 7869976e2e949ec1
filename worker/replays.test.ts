import { expect, it } from "vitest";
import { isByMachine, ROUTES, type Scene } from "./testing/routes.ts";
import { type Answer, organization, person, rows } from "./testing/world.ts";

const idOf = ({ text }: Answer) => (text.startsWith("{") ? (JSON.parse(text) as { id?: unknown }).id : null);
const isAnswered = ({ status }: Answer) => status < 300;

it("an idempotency key of another user, of another kind of record or altered in any part repeats no request", async () => {
  const [owner, other] = [await person("administrator"), await person("administrator")];
  const foreign = await person("administrator", await organization());
  const officer = await person("officer");
  const keysOf = (caller: Scene["caller"]) =>
    rows<{ key: string; id: number }>(
      "select key, record_id as id from idempotency_keys where user_id = ?",
      caller.userId,
    );
  const wrong: unknown[] = [];
  const tables = new Set<string>();
  for (const each of ROUTES) {
    if (!each.route.startsWith("POST ") || each.access === "public" || isByMachine(each)) continue;
    if (each.inBrowser) continue;
    const ask = async (caller: Scene["caller"], key: string) => {
      const scene: Scene = { caller, role: "administrator", isForeign: caller === foreign, officer };
      const { path, body, headers } = await each.request(scene);
      return () => caller.call("POST", path, { body, headers: { ...headers, "Idempotency-Key": key } });
    };
    const known = await keysOf(owner);
    const send = await ask(owner, "Key-1");
    // The same key for each route: what it made of another kind is none of this route's.
    const first = await send();
    const added = (await keysOf(owner)).find(({ key }) => !known.some((before) => before.key === key));
    if (!isAnswered(first) || !added || added.id !== idOf(first)) continue;
    const [table = ""] = added.key.split(":");
    tables.add(table);
    const ids = async () => (await rows<{ id: number }>(`select id from "${table}"`)).map(({ id }) => id);
    const altered = ["key-1", "Key-2", "Key-11", "ey-1", `${table}:Key-1`, `${owner.userId}:Key-1`, "%"];
    for (const [caller, key] of [
      ...altered.map((text) => [owner, text] as const),
      [other, "Key-1"] as const,
    ]) {
      const again = await ask(caller, key);
      const before = await ids();
      const answer = await again();
      if (!isAnswered(answer) || before.includes(Number(idOf(answer))))
        wrong.push([each.route, key, answer.status, idOf(answer)]);
    }
    const answer = await (await ask(foreign, "Key-1"))();
    if (idOf(answer) === added.id) wrong.push([each.route, "of another organization", answer.status]);
    const before = await ids();
    if (idOf(await send()) !== added.id || (await ids()).length !== before.length)
      wrong.push([each.route, "is added again"]);
  }
  expect(wrong).toEqual([]);
  expect(tables.size).toBeGreaterThan(3);
});
