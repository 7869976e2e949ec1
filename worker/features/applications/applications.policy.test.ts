import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { type Permission, SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { actorWith } from "../../testing/actors.ts";
import { contextOf } from "../../testing/beacons.ts";
import { organization, person, raw } from "../../testing/world.ts";
import { decidesOn, reviews } from "./applications.policy.ts";
import { selectApplications } from "./applications.rows.ts";
import { application, postedBy } from "./testing/applications.factory.ts";

it("lets owners of a contract decide on its applications, and security.review on those for the security team", () => {
  expect(SYSTEM_PERMISSIONS.filter((each) => reviews(actorWith([each])))).toEqual(["security.review"]);
  const reviewer = actorWith(["security.review"], { memberId: 4 });
  const application = (kind: "contract" | "security", postedBy: number | null, createdBy: number | null) =>
    [actorWith(), reviewer].map((actor) => decidesOn(actor, { kind, userId: 0, postedBy, createdBy }));
  expect([
    application("contract", 3, 5),
    application("contract", 5, 3),
    application("contract", 5, 5),
    application("contract", null, null),
  ]).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, false],
  ]);
  expect(application("security", 3, 3)).toEqual([false, true]);
});

it("shows users their own applications and those that they decide on, of their organization", async () => {
  const [me, other] = [await person("member"), await person("member")];
  const [mine, theirs] = [await postedBy(me), await postedBy(other)];
  const elsewhere = { organization_id: await organization() };
  const all = {
    own: await application(me, theirs),
    "own for the team": await application(me, null),
    "for mine": await application(other, mine),
    "for theirs": await application(other, theirs, { status: "withdrawn" }),
    "for the team": await application(other, null),
    elsewhere: await application(me, null, { ...elsewhere, status: "withdrawn" }),
  };
  const { db } = openDb(raw.DB, undefined);
  const seen = async (...granted: Permission[]) => {
    const actor = actorWith(granted, { userId: me.userId, memberId: me.memberId });
    const found = await selectApplications(contextOf({ db, actor }), sql`true`);
    const ids = found.map(({ id }) => id);
    return Object.entries(all).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
  };
  expect(await seen()).toEqual(["own", "own for the team", "for mine"]);
  expect(await seen("security.review")).toEqual(["own", "own for the team", "for mine", "for the team"]);
  expect(await seen("contracts.admin")).toEqual(["own", "own for the team", "for mine", "for theirs"]);
});
