import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { prospects } from "../../features/prospects/prospects.table.ts";
import { insert, raw } from "../../testing/database.ts";
import { organization } from "../../testing/world.ts";
import { openDb } from "./client.ts";
import { newestMatches } from "./search.ts";

it("finds the newest rows of an organization whose names contain a text, or begin with one or two characters", async () => {
  const other = await organization();
  const add = (
    display_name: string,
    username: string,
    discord_id: string | null = null,
    organization_id = 1,
  ) =>
    insert("prospects", {
      ...{ organization_id, display_name, username, discord_id, status: "intro" },
      ...{ stage_changed_at: "", created_at: "", updated_at: "" },
    });
  const all = {
    vega: await add("Vega Nova", "starlit", "123456789012345678"),
    star: await add('Åse "Star" Holm', "vegan"),
    foreign: await add("Vega", "vega", null, other),
    nova: await add("Nova", "ve"),
  };
  const { db } = openDb(raw.DB, undefined);
  const find = async (text: string, { most = 9, before }: { most?: number; before?: number } = {}) => {
    const { rows, newestFirst, end } = newestMatches(prospects, "prospect", 1, text, most, before);
    const found = await db.all<{ id: number }>(
      sql`select ${prospects.id} as id from ${rows} order by ${newestFirst}`,
    );
    const [last] = await db.all<{ end: number | null }>(sql`select ${end} as "end"`);
    const names = Object.entries(all);
    return [found.map((row) => names.find(([, id]) => id === row.id)?.[0]).join(" "), last?.end ?? null];
  };
  const { vega, star, nova } = all;
  const cases: [text: string, found: string][] = [
    ["vega", "star vega"],
    ["VEGA", "star vega"],
    ["nova", "nova vega"],
    ["ega", "star vega"],
    ["234567", "vega"],
    ['"star"', "star"],
    // Display names that begin with one or two characters, and only these.
    ["v", "vega"],
    ["ve", "vega"],
    ["Ås", "star"],
    // Usernames that begin with what stands after it; of any length.
    ["@ve", "nova star"],
    ["@vegan", "star"],
    ["@star", "vega"],
    ["@nova", ""],
    ["@", "nova star vega"],
    // A zero byte is no end.
    ["ve\0ga", "star vega"],
    ["@\0", "nova star vega"],
  ];
  for (const [text, found] of cases) expect([text, await find(text)]).toEqual([text, [found, null]]);
  expect(await find("@", { most: 2 })).toEqual(["nova star", star]);
  expect(await find("@", { before: nova })).toEqual(["star vega", null]);
  expect(await find("@", { before: star, most: 1 })).toEqual(["vega", vega]);
  expect(await find("vega", { before: vega })).toEqual(["", null]);
});
