import { expect, it } from "vitest";
import { plantEverywhere } from "../../testing/planting.ts";
import { callRoute, ROUTES, type Scene } from "../../testing/routes.ts";
import { type Caller, nobody, person, prospect, rows } from "../../testing/world.ts";
import { ANSWERS, openDoor, sentBy, stranger } from "./testing/joining.factory.ts";

const MARK = "Strange";
/** Stands in what others applied with. */
const OTHERS = "Rivalry";

/** What everybody may read: texts of the organization, what there is to fly, and a calendar by its secret address. */
const PUBLIC =
  /^GET \/api\/(organization\/:orgId\/(public-settings|profile|pictures)|join$|uex\/ships|calendar\.ics)/;

it("a user who was never a member gets no data of the organization or its members, by any route", async () => {
  await openDoor();
  const administrator = await person("administrator", 1, `${MARK} name`);
  expect(await plantEverywhere({ ...administrator, organizationId: 1 }, MARK)).toEqual({});
  const other = await stranger(`${OTHERS} name`);
  await sentBy(other, { answers: JSON.stringify({ ...ANSWERS, name: OTHERS }) });
  const applicant = await stranger("Elias");
  await sentBy(applicant, { prospect_id: await prospect({ user_id: applicant.userId }) });
  const leaks: unknown[] = [];
  // Their names stand where they wrote to the caller.
  const officer = await person("officer");
  for (const caller of [nobody, await stranger("New"), applicant] as Caller[]) {
    const scene: Scene = { caller, role: null, isForeign: false, officer };
    for (const each of ROUTES.filter(({ route }) => route.startsWith("GET ") && !PUBLIC.test(route))) {
      const { answer } = await callRoute(each, scene);
      if (answer.status >= 500) leaks.push([each.route, answer.status]);
      // The name of the organization is public.
      const text = answer.text.replace(/"organization":\{.*?\}/, "");
      for (const mark of [MARK, OTHERS])
        if (text.includes(mark)) leaks.push([each.route, text.match(new RegExp(`.{0,60}${mark}.{40}`))?.[0]]);
    }
  }
  expect(leaks).toEqual([]);
});

it("an applicant is refused by every route that asks for a permission or a membership, and writes nothing there", async () => {
  await openDoor();
  const applicant = await stranger();
  await sentBy(applicant);
  const officer = await person("officer");
  const scene: Scene = { caller: applicant, role: null, isForeign: false, officer };
  const wrong: unknown[] = [];
  for (const each of ROUTES) {
    if (typeof each.access === "string" && each.access !== "member") continue;
    const { answer } = await callRoute(each, scene);
    if (answer.status !== 403 || answer.meter.rowsWritten) wrong.push([each.route, answer.status]);
  }
  expect(wrong).toEqual([]);
});

it("an applicant finds nobody: neither by the search nor in the list of what needs somebody", async () => {
  await openDoor();
  const applicant = await stranger("Elias");
  await sentBy(applicant);
  await prospect({ display_name: `${MARK} pilot` });
  for (const path of [`/api/search?q=${MARK}`, "/api/user/needs", "/api/user/notices"]) {
    const { status, text } = await applicant.call("GET", path);
    expect([path, status < 500, text.includes(MARK)]).toEqual([path, true, false]);
  }
  expect(await rows("select user_id from notices where user_id = ?", applicant.userId)).toEqual([]);
});
