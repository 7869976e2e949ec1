import { expect, it } from "vitest";
import { person, value } from "../../../testing/world.ts";
import { template } from "../testing/events.factory.ts";
import { type EventTemplate, MOST_TEMPLATES } from "./templates.schema.ts";

const PATH = "/api/event-templates";
const slots = [{ id: 1, name: "Escort", ship: null, need: { kind: "role", role: "fighter" }, seats: 2 }];
const terms = { title: "Convoy to Pyro", time: "20:30", lengthMinutes: 180, slots, maxAttendees: 12 };

it("keeps the form's values, and accepts other values or another name", async () => {
  const officer = await person("officer");
  const { id } = await officer.ok<EventTemplate>("POST", PATH, { name: "Convoy", terms });
  const listed = () => officer.ok<EventTemplate[]>("GET", `${PATH}/1`);
  expect((await listed()).find((each) => each.id === id)).toMatchObject({ name: "Convoy", terms });
  await officer.ok("PATCH", `${PATH}/${id}`, { name: "Night convoy", version: 1 });
  const replaced = { title: "Convoy to Nyx" };
  await officer.ok("PATCH", `${PATH}/${id}`, { terms: replaced, version: 2 });
  const found = (await listed()).find((each) => each.id === id);
  expect(found).toMatchObject({ name: "Night convoy", version: 3 });
  expect(found?.terms).toEqual(replaced);
  expect(await officer.fails("PATCH", `${PATH}/${id}`, { name: "Day convoy", version: 2 })).toMatchObject({
    code: "stale_version",
    current: { name: "Night convoy" },
  });
});

it("refuses invalid values, by their fields", async () => {
  const officer = await person("officer");
  const crowded = await officer.fails("POST", PATH, {
    name: "Crowded",
    terms: { ...terms, maxAttendees: 1 },
  });
  expect(crowded.errors).toHaveProperty("maxAttendees");
  const twice = await officer.fails("POST", PATH, {
    name: "Twice",
    terms: { slots: [...slots, ...slots] },
  });
  expect(twice.errors).toHaveProperty("slots");
  const late = await officer.fails("POST", PATH, { name: "Late", terms: { time: "24:00" } });
  expect(late.code).toBe("invalid_input");
});

it("refuses a name that another template has, ignoring case", async () => {
  const officer = await person("officer");
  await officer.ok("POST", PATH, { name: "Salvage på Ærø", terms: {} });
  const refused = await officer.fails("POST", PATH, { name: "SALVAGE PÅ ærø", terms: {} });
  expect(refused).toMatchObject({ status: 409, code: "event_template_name_taken" });
  const other = await template("Race");
  expect(await officer.fails("PATCH", `${PATH}/${other}`, { name: "salvage På æRØ" })).toMatchObject({
    code: "event_template_name_taken",
  });
});

it(`refuses more than ${MOST_TEMPLATES} templates until one is deleted`, async () => {
  const officer = await person("officer");
  const missing =
    MOST_TEMPLATES - (await value<number>("select count(*) from event_templates where organization_id = 1"));
  let last = 0;
  for (let at = 0; at < missing; at++) last = await template(`Template ${at}`);
  expect(await officer.fails("POST", PATH, { name: "One more", terms: {} })).toMatchObject({
    status: 409,
    code: "event_templates_full",
  });
  await officer.ok("DELETE", `${PATH}/${last}`);
  await officer.ok("POST", PATH, { name: "One more", terms: {} });
});
