import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { inDiscord } from "../../testing/discord-user.ts";
import { runs } from "../../testing/runs.ts";
import { freshDatabase, person, raw } from "../../testing/world.ts";
import { commandsOf } from "./commands.ts";
import { LISTS, type List, type Scene, type State, TITLE } from "./testing/discord-lists.ts";
import { WEB } from "./testing/web-texts.ts";

let scene: Scene;
beforeEach(async () => {
  await freshDatabase();
  const reader = await person("recruiter");
  scene = { reader, other: await person("officer", 1, "Freja"), user: await inDiscord(reader) };
});

/** Commands without a list of records: a person, the caller, a verification, a sync, the commands, a form. */
const OF_ONE = ["Open in Command Centre", "Make a wish of it", "help", "me", "reply", "sync", "verify"];

const TABLES = [
  "contract_applications",
  "contracts",
  "events",
  "wish_votes",
  "wishes",
  "prospects",
  "leaves",
  "hangar_ships",
  "ships",
];
const clear = () => raw.DB.batch(TABLES.map((table) => raw.DB.prepare(`delete from ${table}`)));
const SHOWN = 6;

async function compare(
  { put, inDiscord: show, onWeb, titleOf, words, never }: List<unknown>,
  states: State[],
) {
  for (const [at, state] of states.entries()) await put(scene, state as never, `K${at}`);
  const answered = await show(scene);
  const asked = onWeb.map((path) =>
    scene.reader.ok<unknown[]>("GET", `/api/${path.replace(":me", `${scene.reader.userId}`)}`),
  );
  const items = (await Promise.all(asked)).flat().filter((item) => titleOf(item) !== null);
  const found = answered.map((text) => TITLE.exec(text)?.[0]);
  expect(found.toSorted()).toEqual(items.map((item) => titleOf(item)).toSorted());
  const texts = WEB[scene.user.locale === "da" ? "da" : "en"];
  for (const item of items) {
    const text = answered[found.indexOf(titleOf(item) ?? "")] ?? "";
    for (const key of words(item)) expect(text.toLowerCase()).toContain(texts[key].toLowerCase());
    const wrong = never?.(item);
    if (wrong) expect(text).not.toMatch(wrong);
  }
}

describe("a list in Discord shows and omits the same as the web app, for every state of its records", () => {
  for (const [name, list] of Object.entries(LISTS))
    it(`/${name}`, async () => {
      const { most = SHOWN } = list;
      const all = fc.shuffledSubarray([...list.states], { minLength: list.states.length });
      await fc.assert(
        fc.asyncProperty(all, fc.boolean(), async (states, isDanish) => {
          for (let from = 0; from < states.length; from += most) {
            scene.user.locale = (from % (2 * most) === 0) === isDanish ? "da" : "en-GB";
            await clear();
            await compare(list as List<unknown>, states.slice(from, from + most));
          }
        }),
        runs(1, 25),
      );
    });

  it("covers every command", () => {
    const names = [...commandsOf(FEATURES).values()].map(({ name }) => name.en);
    const listed = Object.keys(LISTS).map((name) => name.split(" ")[0] ?? "");
    expect(names.toSorted()).toEqual([...new Set([...listed, ...OF_ONE])].toSorted());
  });
});
