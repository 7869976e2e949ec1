import { expect, it } from "vitest";
import { tableNames } from "./testing/inspect.ts";
import { ROUTES, type Scene } from "./testing/routes.ts";
import { type Answer, organization, person, raw, rows } from "./testing/world.ts";

/** Tables that say who the caller is; roles that are no system roles are moved. */
const KEPT = ["users", "members", "roles"];

/** Gives everything of organization 1 but its people to another organization, so that the caller may see none of it. */
async function takeAway(): Promise<void> {
  const elsewhere = await organization();
  const tables = await rows<{ name: string }>(
    `select value as name from json_each(?), pragma_table_info(value) info where info.name = 'organization_id'
     and not exists (select 1 from sqlite_master where type = 'trigger' and tbl_name = value
       and sql like '%cannot be edited%')`,
    JSON.stringify(await tableNames()),
  );
  const moved = tables.filter(({ name }) => !KEPT.includes(name));
  expect(moved.length).toBeGreaterThan(20);
  await raw.DB.batch([
    raw.DB.prepare("pragma defer_foreign_keys = on"),
    ...moved.map(({ name }) =>
      raw.DB.prepare(`update or replace "${name}" set organization_id = ? where organization_id = 1`).bind(
        elsewhere,
      ),
    ),
    raw.DB.prepare(
      "update roles set organization_id = ?, name = name || ' of ' || id where is_system = 0 and organization_id = 1",
    ).bind(elsewhere),
  ]);
}

const idOf = ({ text }: Answer) => (text.startsWith("{") ? (JSON.parse(text) as { id?: unknown }).id : null);
const isAnswered = ({ status }: Answer) => status < 300;

it("no route answers a repeated request with a record that its caller may no longer see", async () => {
  const leaks: unknown[] = [];
  const repeated: string[] = [];
  for (const each of ROUTES) {
    if (!each.route.startsWith("POST ") || each.access === "public" || each.access === "gateway") continue;
    if (each.inBrowser) continue;
    const caller = await person("administrator");
    const scene: Scene = {
      caller,
      role: "administrator",
      isForeign: false,
      officer: await person("officer"),
    };
    const { path, body, headers } = await each.request(scene);
    const send = () =>
      caller.call("POST", path, { body, headers: { ...headers, "Idempotency-Key": "once" } });
    const first = await send();
    const keys = await rows("select 1 from idempotency_keys where user_id = ?", caller.userId);
    if (!isAnswered(first) || keys.length === 0) continue;
    repeated.push(each.route);
    const again = await send();
    if (!isAnswered(again) || idOf(again) !== idOf(first)) leaks.push([each.route, "is not repeated"]);
    await takeAway();
    const later = await send();
    if (isAnswered(later)) leaks.push([each.route, later.status, later.text]);
  }
  expect(leaks).toEqual([]);
  expect(repeated.length).toBeGreaterThan(5);
});
