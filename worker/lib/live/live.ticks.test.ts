import { afterEach, beforeEach, expect, it } from "vitest";
import worker from "../../index.ts";
import { closePages, hubOf, openPage } from "../../testing/live.ts";
import { person, raw } from "../../testing/world.ts";
import { CRONS } from "../crons.ts";
import { raiseSql } from "./revisions.table.ts";

const sql = (text: string) => raw.DB.prepare(text).run();

beforeEach(() => sql("delete from health_looks"));
afterEach(closePages);

/** Runs a tick that measures the services; answers what it asked of the hub, each of which is billed. */
async function tick(): Promise<string[]> {
  const asked: string[] = [];
  const getByName = (name: string) => {
    const hub = raw.ORGANIZATION_HUB.getByName(name);
    return {
      announce: (organizationId: number) => {
        asked.push("announce");
        return hub.announce(organizationId);
      },
      connections: (organizationId: number) => {
        asked.push("connections");
        return hub.connections(organizationId);
      },
    };
  };
  const bindings = { ...raw, ORGANIZATION_HUB: { getByName } };
  await worker.scheduled({ cron: CRONS.health, scheduledTime: Date.now(), noRetry() {} }, bindings as never);
  return asked;
}

it("a measurement is announced to pages that may hear of it; where there are none it asks the hub once", async () => {
  const theirs = await openPage(await person("officer"));
  expect(await tick()).toEqual(["connections"]);
  const mine = await openPage(await person("administrator"));
  await sql("delete from health_looks");
  expect(await tick()).toEqual(["connections", "announce"]);
  expect(await mine.next()).toMatchObject({ type: "changed", revisions: { health: expect.any(Number) } });
  // They hear of the new administrator.
  expect(theirs.rest()).toEqual([{ type: "changed", revisions: { members: expect.any(Number) } }]);
});

it("a tick announces its other changes", async () => {
  const page = await openPage(await person("officer"));
  await sql(`create trigger end_of_look after insert on health_hours
    begin ${raiseSql("bots", "select new.organization_id as id")}; end`);
  expect(await tick()).toEqual(["connections", "announce"]);
  expect(await page.next()).toEqual({ type: "changed", revisions: { bots: 1 } });
});

it("a hub that is asked for its connections sends what a failed announcement left out", async () => {
  const page = await openPage(await person("officer"));
  await sql(raiseSql("bots", "select 1 as id"));
  expect(await hubOf().connections(1)).toMatchObject({ open: 1, heard: expect.arrayContaining(["bots"]) });
  expect(await page.next()).toEqual({ type: "changed", revisions: { bots: 1 } });
});
