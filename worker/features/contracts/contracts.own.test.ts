import { beforeEach, expect, it } from "vitest";
import { type Caller, hoursFromNow, person } from "../../testing/world.ts";
import { application, postedBy } from "../applications/testing/applications.factory.ts";
import { answer, event } from "../events/testing/events.factory.ts";
import { addTo, theirShip } from "../hangar/testing/hangar.factory.ts";
import type { OwnContracts } from "./contracts.schema.ts";
import { contract } from "./testing/contracts.factory.ts";

let poster: Caller;
let pilot: Caller;
beforeEach(async () => {
  poster = await person("officer", 1, "Olga");
  pilot = await person("member", 1, "Nova Hale");
});

const read = (by = pilot) => by.ok<OwnContracts>("GET", "/api/contracts/1/own");
const fitting = async () =>
  (await read()).fitting.map(({ contract: { title }, ship }) => `${title}: ${ship.name}, ${ship.role}`);

const offer = (title: string, values: Record<string, unknown> = {}) => postedBy(poster, { title, ...values });
const own = async (name: string, values: Record<string, unknown>) =>
  addTo(pilot, await theirShip(pilot, { name, ...values }));

it("finds contracts that a ship of the reader's has the role for, by service before type, with the largest hold", async () => {
  await offer("Ore", { type: "mining" });
  await offer("Crates", { type: "security", service_type: "cargo_transport" });
  await offer("Escort", { type: "security" });
  await offer("Gunner", { type: "mining", service_type: "gunner_position" });
  expect(await read()).toMatchObject({ hasShips: false, fitting: [] });
  await own("Prospector", { scu: 32, roles: ["mining"] });
  await own("Aurora", { scu: 3, roles: ["cargo"] });
  await own("Cutlass", { scu: 46, roles: ["fighter", "cargo"] });
  expect(await fitting()).toEqual([
    "Escort: Cutlass, fighter",
    "Crates: Cutlass, cargo",
    "Ore: Prospector, mining",
  ]);
});

it("leaves out contracts that the reader cannot apply for, and those due while they are at an event", async () => {
  await own("Prospector", { roles: ["mining"] });
  const mining = { type: "mining" };
  await offer("Taken", { ...mining, assigned_to: poster.userId });
  await offer("Late", { ...mining, deadline: hoursFromNow(-1) });
  await contract({ ...mining, status: "posted", title: "Mine", created_by: pilot.memberId });
  await offer("During", { ...mining, deadline: hoursFromNow(25) });
  await offer("Long", { ...mining, deadline: hoursFromNow(30), estimated_hours: 5 });
  await offer("After", { ...mining, deadline: hoursFromNow(30) });
  const id = await event({ starts_at: hoursFromNow(24), ends_at: hoursFromNow(26) });
  expect(await fitting()).toEqual(["After", "Long", "During"].map((each) => `${each}: Prospector, mining`));
  await answer(id, pilot.userId);
  expect(await fitting()).toEqual(["After: Prospector, mining"]);
});

it("lists what the reader does, then what they were given, then what waits for others, without what is over", async () => {
  const given = { assigned_to: pilot.userId };
  await offer("Closed", { ...given, status: "closed" });
  await offer("Paying", { ...given, status: "awaiting_payment" });
  await offer("Given", given);
  await offer("Later", { ...given, status: "accepted" });
  await offer("Sooner", { ...given, status: "accepted", deadline: hoursFromNow(5) });
  await offer("Somebody else's", { status: "accepted", assigned_to: poster.userId });
  const titles = async () => (await read()).own.map(({ title }) => title);
  expect(await titles()).toEqual(["Sooner", "Later", "Given", "Paying"]);
  await application(pilot, await offer("Applied"));
  expect(await titles()).toEqual(["Sooner", "Later", "Given", "Paying", "Applied"]);
});
