import { beforeEach, describe, expect, it } from "vitest";
import { plantEverywhere } from "../../../testing/planting.ts";
import { type Caller, organization, person, prospect, raw, rows } from "../../../testing/world.ts";
import type { Restore, Restoring } from "./restore.schema.ts";

const PATH = "/api/backup/restores";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const exported = async (of = administrator) => (await of.call("GET", "/api/backup/export")).text;
const upload = (text: string, of = administrator) => of.call("POST", PATH, { body: text });
const rehearsed = async (text: string, of = administrator) => {
  const answer = await upload(text, of);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()]);
  return JSON.parse(answer.text) as Restore;
};
const apply = (id: number, confirm: string, of = administrator) =>
  of.call("POST", `${PATH}/${id}/apply`, { body: { confirm } });
const nameOf = async () => (await rows<{ name: string }>("select name from organizations where id = 1"))[0]?.name ?? "";

it("brings back what was changed, added and deleted since", async () => {
  const vega = await prospect({ display_name: "Vega", notes: "Before" });
  const rook = await prospect({ display_name: "Rook" });
  const text = await exported();
  await administrator.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "After" });
  await raw.DB.prepare("delete from prospects where id = ?").bind(rook).run();
  await prospect({ display_name: "Later" });
  const found = await rehearsed(text);
  console.log(JSON.stringify(found, null, 1));
  const done = await apply(found.id, await nameOf());
  console.log(done.status, done.text);
  expect(await rows("select display_name, notes from prospects order by id")).toEqual([
    { display_name: "Vega", notes: "Before" },
    { display_name: "Rook", notes: null },
  ]);
  const state = await administrator.ok<Restoring>("GET", "/api/restores/1");
  expect([state.restore?.state, state.pause?.isLocked]).toEqual(["done", false]);
});
void [describe, organization, plantEverywhere];
