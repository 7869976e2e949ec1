import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import { payload, postedBy } from "../applications/testing/applications.factory.ts";
import { CLAIM, noted, over } from "../attendance/testing/attendance.factory.ts";
import { putOnHold } from "../security-team/testing/security-team.factory.ts";
import type { Notice } from "./notices.schema.ts";

const PATH = "/api/user/notices";
const APPLICATIONS = "/api/contract-applications";

let owner: Caller;
let pilot: Caller;
beforeEach(async () => {
  owner = await person("recruiter", 1, "Captain Holm");
  pilot = await person("member", 1, "Vega Rook");
});

const bellOf = (caller: Caller) => caller.ok<Notice[]>("GET", PATH);
const openOf = async (caller: Caller) => (await bellOf(caller)).filter(({ needsAnswer }) => needsAnswer);
const countOf = async (caller: Caller) => (await caller.ok<{ notices: number }>("GET", "/api/user")).notices;
const apply = async (contractId: number | null, by = pilot) =>
  (await by.ok<{ id: number }>("POST", APPLICATIONS, payload(contractId))).id;
const give = (caller: Caller, { method, path, body }: Notice["answers"][number]) =>
  caller.call(method, path, { body });

describe("an application for a contract", () => {
  it("needs an answer of its poster, who gives it from the notice", async () => {
    const contractId = await postedBy(owner, { title: "Haul quantanium" });
    const id = await apply(contractId);
    const [notice] = await bellOf(owner);
    expect(notice).toMatchObject({
      ...{ kind: "application.contract", text: "Vega Rook applied for Haul quantanium.", needsAnswer: true },
      ...{ opens: `/tools/contracts?contract=${contractId}`, openLabel: "Read" },
      answers: [
        { label: "Accept", method: "PATCH", path: `${APPLICATIONS}/${id}/accept`, body: {} },
        { label: "Decline", path: `${APPLICATIONS}/${id}/decline` },
      ],
    });
    expect([await countOf(owner), await countOf(pilot)]).toEqual([1, 0]);
    const before = await owner.call("GET", PATH);
    const headers = { "If-None-Match": before.headers.get("ETag") ?? "" };
    expect((await owner.call("GET", PATH, { headers })).status).toBe(304);
    const [accept] = notice?.answers ?? [];
    expect(accept && (await give(owner, accept)).status).toBe(200);
    expect([await openOf(owner), await countOf(owner)]).toEqual([[], 0]);
    // The entity tag of the former list is no longer current.
    expect((await owner.call("GET", PATH, { headers })).status).toBe(200);
    // A repeated answer is refused with the reason.
    expect(accept && (await give(owner, accept)).status).toBe(409);
  });

  const ends: [how: string, end: (id: number, contractId: number) => Promise<unknown>][] = [
    ["is declined", (id) => owner.ok("PATCH", `${APPLICATIONS}/${id}/decline`, {})],
    ["is withdrawn", (id) => pilot.ok("PATCH", `${APPLICATIONS}/${id}/withdraw`, {})],
    [
      "loses its contract, which is cancelled",
      (_, id) => owner.ok("PATCH", `/api/contracts/${id}/status`, { status: "cancelled" }),
    ],
    [
      "loses its contract to another member",
      async (_, id) =>
        owner.ok("PUT", `/api/contracts/${id}`, { assignedTo: (await person("member")).userId }),
    ],
    [
      "loses its applicant",
      async () => (await person("administrator")).ok("DELETE", `/api/users/${pilot.userId}`),
    ],
  ];
  it.each(ends)("is taken back when it %s, and others stay", async (_, end) => {
    const contractId = await postedBy(owner);
    const other = await apply(await postedBy(owner, { title: "Another" }), await person("member"));
    await end(await apply(contractId), contractId);
    expect((await openOf(owner)).map(({ answers }) => answers[0]?.path)).toEqual([
      `${APPLICATIONS}/${other}/accept`,
    ]);
  });

  it("stays among the notices when the answer is refused, with the reason", async () => {
    await apply(await postedBy(owner));
    const [notice] = await openOf(owner);
    const [accept] = notice?.answers ?? [];
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(pilot.memberId).run();
    const { status, text } = accept ? await give(owner, accept) : { status: 0, text: "" };
    expect([status, JSON.parse(text)]).toEqual([
      409,
      expect.objectContaining({ code: "assignee_not_active" }),
    ]);
    expect(await openOf(owner)).toHaveLength(1);
  });
});

it("withdraws all notices about an application for the security team when that is withdrawn", async () => {
  const officer = await person("officer");
  const id = await apply(null);
  await putOnHold(id);
  const ask = (userId: number, kind: string, place: number) =>
    raw.DB.prepare(
      "insert into notices (organization_id, user_id, id, told, kind, details, created_at) values (1, ?, ?, ?, ?, json_object('id', ?), '')",
    ).bind(userId, 2 ** 50 + place, userId ? null : JSON.stringify([officer.userId]), kind, id);
  await raw.DB.batch([ask(0, "security.ready", 1), ask(pilot.userId, "security.held", 2)]);
  expect([await countOf(officer), await countOf(pilot)]).toEqual([2, 1]);
  await pilot.ok("PATCH", `${APPLICATIONS}/${id}/withdraw`, {});
  expect([await countOf(officer), await countOf(pilot)]).toEqual([0, 0]);
});

describe("a claim to have attended an event", () => {
  let id: number;
  beforeEach(async () => {
    id = await over(1, { organizer_id: owner.userId, title: "Rescue drill" });
    await pilot.ok("POST", `/api/events/${id}/claim`, { minutes: 60, note: "I flew along" });
  });

  it("is decided from the organizer's notice", async () => {
    const [notice] = await openOf(owner);
    expect(notice?.answers.map(({ label }) => label)).toEqual(["Approve", "Decline"]);
    expect(notice?.answers[0] && (await give(owner, notice.answers[0])).status).toBe(200);
    expect(await countOf(owner)).toBe(0);
    expect((await bellOf(pilot)).map(({ kind }) => kind)).toEqual(["event.claim_approved"]);
  });

  it("is withdrawn when another organizer decides it, and with the claim", async () => {
    const other = await person("officer");
    await raw.DB.prepare("update events set organizer_id = ? where id = ?").bind(other.userId, id).run();
    await other.ok("PUT", `/api/events/${id}/claims/${pilot.userId}`, { state: "declined" });
    expect(await countOf(owner)).toBe(0);
    const third = await person("member");
    await noted(id, third.userId, CLAIM);
    await raw.DB.prepare(
      `insert into notices (organization_id, user_id, id, told, kind, details, created_at)
       values (1, 0, ?, ?, 'event.claim_made', json_object('eventId', ?, 'userId', ?), '')`,
    )
      .bind(2 ** 50 + 1, JSON.stringify([owner.userId]), id, third.userId)
      .run();
    expect(await countOf(owner)).toBe(1);
    await (await person("administrator")).ok("DELETE", `/api/users/${third.userId}`);
    expect(await countOf(owner)).toBe(0);
  });
});

describe("the list of past notices", () => {
  /** Notices for information, every third for several receivers, of which every second names the caller. */
  const fill = (count: number) =>
    raw.DB.prepare(
      `insert into notices (organization_id, user_id, id, told, kind, details, created_at)
       with recursive n(value) as (select 1 union all select value + 1 from n where value < ?1)
       select 1, iif(value % 3, ?2, 0), value, iif(value % 3, null, json_array(iif(value % 2, ?2, ?3))), 'event.changed',
         json_object('title', value), '2026-11-26' from n`,
    )
      .bind(count, owner.userId, pilot.userId)
      .run();

  it("has every notice of the caller for information once, the newest first, in pages that end at a cursor", async () => {
    await fill(200);
    await apply(await postedBy(owner));
    const stranger = await person("member", await organization());
    let path: string | null = `${PATH}/past`;
    const found: Notice[] = [];
    for (let pages = 0; path && pages < 20; pages++) {
      const { text, headers, meter } = await owner.call("GET", path);
      found.push(...(JSON.parse(text) as Notice[]));
      expect([meter.rowsWritten, meter.rowsRead < 160]).toEqual([0, true]);
      path = /<([^>]+)>/.exec(headers.get("Link") ?? "")?.[1] ?? null;
    }
    const own = Array.from({ length: 200 }, (_, at) => 200 - at).filter(
      (each) => each % 3 !== 0 || each % 2 === 1,
    );
    expect(found.map(({ id }) => id)).toEqual(own);
    expect(found.every(({ needsAnswer }) => !needsAnswer)).toBe(true);
    expect(await stranger.ok("GET", `${PATH}/past`)).toEqual([]);
    expect((await owner.fails("GET", `${PATH}/past?cursor=x`)).code).toBe("invalid_input");
  });

  it("is kept for 90 days, and notices that need an answer until it is given", async () => {
    await fill(1);
    await apply(await postedBy(owner));
    const { deleteOldNotices } = await import("./list.ts");
    const { openDb } = await import("../../lib/db/client.ts");
    const { db } = openDb(raw.DB, "first-primary");
    await raw.DB.prepare("update notices set created_at = '2020-01-01'").run();
    await deleteOldNotices({ db, now: new Date() } as never);
    expect(await rows("select kind from notices")).toEqual([{ kind: "application.contract" }]);
  });
});

it("marks informational notices as read, but never those that need an answer", async () => {
  await apply(await postedBy(owner));
  const [asking] = await openOf(owner);
  await owner.ok("PATCH", `${PATH}/read`, { upTo: asking?.id });
  expect(await countOf(owner)).toBe(1);
  expect(await value<number>("select notices_read_to from users where id = ?", owner.userId)).toBe(0);
});
