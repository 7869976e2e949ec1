import { expect, it } from "vitest";
import { plantEverywhere } from "./testing/planting.ts";
import { callRoute, ROUTES, type Scene } from "./testing/routes.ts";
import { organization, person, rows } from "./testing/world.ts";

const MARK = "Strange";

it("no route that reads answers what another organization has, in any table", async () => {
  const foreigner = await person("administrator", await organization(), `${MARK} name`);
  const [{ id: organizationId } = { id: 0 }] = await rows<{ id: number }>(
    "select max(id) as id from organizations",
  );
  expect(await plantEverywhere({ ...foreigner, organizationId }, MARK)).toEqual({});
  const leaks: unknown[] = [];
  const scene: Scene = {
    caller: await person("administrator"),
    role: "administrator",
    isForeign: false,
    officer: await person("officer"),
  };
  for (const each of ROUTES.filter(({ route, inBrowser }) => route.startsWith("GET ") && !inBrowser)) {
    const { answer } = await callRoute(each, scene);
    if (answer.text.includes(MARK)) leaks.push([each.route, answer.text.match(/.{30}Strange.{40}/)?.[0]]);
  }
  expect(leaks).toEqual([]);
});
