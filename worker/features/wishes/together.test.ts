import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, interrupted, person, raw, rows, value } from "../../testing/world.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { event } from "../events/testing/events.factory.ts";
import type { Notice } from "../notices/notices.schema.ts";
import { vote, wish } from "./testing/wishes.factory.ts";
import { MOST_LINKS, MOST_MERGED, type Wish, type WishDetails } from "./wishes.schema.ts";

let officer: Caller;
let mona: Caller;
let vega: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Olga");
  mona = await person("member", 1, "Mona");
  vega = await person("member", 1, "Vega");
});
const read = (caller: Caller, id: number) => caller.ok<WishDetails>("GET", `/api/wishes/${id}/details`);
const noticesOf = async (caller: Caller) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).map(({ text }) => text);

describe("a vote", () => {
  it("is given and withdrawn by an officer for another member, who gets a notice", async () => {
    const id = await wish();
    const path = `/api/wishes/${id}/vote`;
    const body = { userId: vega.userId };
    expect(await mona.fails("POST", path, body)).toMatchObject({ status: 403, code: "forbidden" });
    expect(await officer.ok<Wish>("POST", path, body)).toMatchObject({ votes: 1, own: null });
    expect(await officer.ok<Wish>("POST", path, body)).toMatchObject({ votes: 1 });
    expect((await read(vega, id)).own).toEqual({ by: "Olga", works: null });
    const [entry] = await officer.ok<AuditEntry[]>("GET", "/api/audit/1");
    expect(entry?.sentence).toBe("Olga voted for the wish Mining timer on behalf of Vega");
    const withdraw = `${path}?userId=${vega.userId}`;
    expect(await mona.fails("DELETE", withdraw)).toMatchObject({ code: "forbidden" });
    expect(await officer.ok<Wish>("DELETE", withdraw)).toMatchObject({ votes: 0 });
    expect(await noticesOf(vega)).toEqual([
      "Olga withdrew your vote for the wish Mining timer.",
      "Olga voted for the wish Mining timer on your behalf.",
    ]);
  });

  it("is only given for active members of the organization", async () => {
    const path = `/api/wishes/${await wish()}/vote`;
    const visitor = await person(null);
    await raw.DB.prepare("update members set status = 'inactive' where user_id = ?").bind(vega.userId).run();
    for (const { userId } of [visitor, vega])
      expect(await officer.fails("POST", path, { userId })).toMatchObject({ code: "wish_member_inactive" });
    expect(await officer.fails("POST", path, { userId: 999_999 })).toMatchObject({ status: 404 });
    expect(await value("select count(*) from wish_votes")).toBe(0);
  });

  it("cannot be changed once the wish is decided", async () => {
    for (const status of ["rejected", "completed"]) {
      const id = await wish({ status });
      await vote(id, mona);
      expect((await read(vega, id)).can.vote).toBe(false);
      for (const [caller, method] of [
        [vega, "POST"],
        [mona, "DELETE"],
      ] as const)
        expect(await caller.fails(method, `/api/wishes/${id}/vote`)).toMatchObject({
          status: 409,
          code: "wish_decided",
        });
      expect((await read(mona, id)).votes).toBe(1);
    }
    const open = await wish({ status: "in_progress" });
    await vega.ok("POST", `/api/wishes/${open}/vote`);
  });
});

describe("a merge", () => {
  const merge = (id: number, into: number) => officer.ok<Wish>("POST", `/api/wishes/${id}/merge`, { into });

  it("counts the votes of both wishes at the target, each user once, and its undo restores both counts", async () => {
    const [into, id] = [await wish({ title: "Mining timer" }), await wish({ title: "Laser timer" })];
    for (const each of [mona, vega]) await vote(into, each);
    for (const each of [mona, officer]) await vote(id, each, 30);
    expect(await merge(id, into)).toMatchObject({
      id,
      mergedInto: { id: into, title: "Mining timer" },
      votes: 2,
      can: { vote: false, comment: false, decide: true },
    });
    const whole = await read(mona, into);
    expect(whole).toMatchObject({
      votes: 3,
      votesThisWeek: 2,
      merged: [{ id, title: "Laser timer", votes: 2 }],
    });
    expect(await officer.ok<Wish>("DELETE", `/api/wishes/${id}/merge`)).toMatchObject({
      mergedInto: null,
      votes: 2,
    });
    expect(await read(mona, into)).toMatchObject({ votes: 2, votesThisWeek: 2, merged: [] });
  });

  it("counts a vote for the merged wish at the target, and withdraws both votes at once", async () => {
    const [into, id] = [await wish(), await wish()];
    await vote(id, mona);
    await merge(id, into);
    expect(await vega.ok<Wish>("POST", `/api/wishes/${id}/vote`)).toMatchObject({ id: into, votes: 2 });
    expect(await mona.ok<Wish>("POST", `/api/wishes/${into}/vote`)).toMatchObject({ votes: 2 });
    expect(await mona.ok<Wish>("DELETE", `/api/wishes/${into}/vote`)).toMatchObject({ votes: 1, own: null });
    expect(await rows("select wish_id, user_id from wish_votes")).toEqual([
      { wish_id: into, user_id: vega.userId },
    ]);
  });

  it("is refused into a merged or missing wish or itself, of a wish with merged ones, and for more than 50", async () => {
    const [into, id, third] = [await wish(), await wish(), await wish()];
    await merge(id, into);
    const refused: [from: number, to: number, code: string][] = [
      [third, id, "wish_is_merged"],
      [id, third, "wish_is_merged"],
      [into, third, "wish_has_merged"],
      [third, third, "not_found"],
      [third, 999_999, "not_found"],
    ];
    for (const [from, to, code] of refused)
      expect(await officer.fails("POST", `/api/wishes/${from}/merge`, { into: to })).toMatchObject({ code });
    for (let at = 1; at < MOST_MERGED; at++) await wish({ merged_into_id: into });
    expect(await officer.fails("POST", `/api/wishes/${third}/merge`, { into })).toMatchObject({
      code: "wish_merged_full",
    });
    expect(await officer.fails("PATCH", `/api/wishes/${id}/status`, { status: "approved" })).toMatchObject({
      code: "wish_is_merged",
    });
  });

  it("counts a user once whose vote is written during the merge, and its undo gives both wishes the vote", async () => {
    const [into, id] = [await wish(), await wish()];
    await vote(id, mona);
    const database = interrupted(3, () => merge(id, into));
    const { text } = await mona.call("POST", `/api/wishes/${into}/vote`, { database });
    expect([JSON.parse(text), await rows("select wish_id from wish_votes")]).toMatchObject([
      { id: into, votes: 1, votesThisWeek: 1 },
      [{ wish_id: into }, { wish_id: id }],
    ]);
    await officer.ok("DELETE", `/api/wishes/${id}/merge`);
    for (const each of [into, id])
      expect(await read(mona, each)).toMatchObject({ votes: 1, votesThisWeek: 1 });
  });

  it("is refused where the other wish is merged at the same time", async () => {
    const [first, second, third] = [await wish(), await wish(), await wish()];
    const database = interrupted(3, () => merge(second, third));
    const { status, text } = await officer.call("POST", `/api/wishes/${first}/merge`, {
      body: { into: second },
      database,
    });
    expect([status, JSON.parse(text).code]).toEqual([409, "wish_is_merged"]);
    expect((await read(mona, third)).merged.map(({ id }) => id)).toEqual([second]);
  });

  it("ends when its target is deleted: the merged wishes are listed again with their votes", async () => {
    const [into, id] = [await wish(), await wish()];
    await vote(id, mona);
    await vote(into, vega);
    await merge(id, into);
    await officer.ok("DELETE", `/api/wishes/${into}`);
    expect(await read(mona, id)).toMatchObject({ mergedInto: null, votes: 1 });
    const again = await wish();
    await merge(id, again);
    await officer.ok("DELETE", `/api/wishes/${id}`);
    expect(await read(mona, again)).toMatchObject({ votes: 0, merged: [] });
  });
});

describe("a link", () => {
  const link = (caller: Caller, wishId: number, kind: string, id: number) =>
    caller.ok<WishDetails>("POST", `/api/wishes/${wishId}/links`, { kind, id });
  const source = (caller: Caller, kind: string, id: number) =>
    caller.ok<object[]>("GET", `/api/wishes/1/source?kind=${kind}&id=${id}`);

  it("leads from a wish to its events and contracts and back, until it is removed", async () => {
    const id = await wish();
    const [eventId, contractId] = [await event(), await contract({ status: "posted" })];
    await link(officer, id, "event", eventId);
    const linked = await link(officer, id, "contract", contractId);
    expect(linked.links).toEqual([
      { kind: "event", id: eventId, title: "Convoy to Pyro" },
      { kind: "contract", id: contractId, title: "Haul quantanium" },
    ]);
    expect(await link(officer, id, "contract", contractId)).toEqual(linked);
    expect((await read(mona, id)).links).toEqual(linked.links);
    for (const [kind, target] of [
      ["event", eventId],
      ["contract", contractId],
    ] as const)
      expect(await source(mona, kind, target)).toEqual([{ id, title: "Mining timer" }]);
    const left = await officer.ok<WishDetails>("DELETE", `/api/wishes/${id}/links/event/${eventId}`);
    expect(left.links.map(({ kind }) => kind)).toEqual(["contract"]);
    expect(await source(mona, "event", eventId)).toEqual([]);
    expect(await officer.fails("DELETE", `/api/wishes/${id}/links/event/${eventId}`)).toMatchObject({
      status: 404,
    });
  });

  it("of a merged wish belongs to the target of the merge, and is removed there", async () => {
    const [into, id, eventId] = [await wish({ title: "Convoy" }), await wish(), await event()];
    for (const each of [into, id]) await link(officer, each, "event", eventId);
    await officer.ok("POST", `/api/wishes/${id}/merge`, { into });
    expect((await read(mona, into)).links.map((each) => each.id)).toEqual([eventId]);
    expect(await source(mona, "event", eventId)).toEqual([{ id: into, title: "Convoy" }]);
    await officer.ok("DELETE", `/api/wishes/${into}/links/event/${eventId}`);
    expect(await rows("select * from wish_links")).toEqual([]);
  });

  it("shows only events and contracts that the reader may see", async () => {
    const id = await wish();
    const hidden = await event({ audience: JSON.stringify([999]), title: "Secret raid" });
    const draft = await contract({ title: "Secret haul", created_by: officer.memberId });
    await link(officer, id, "event", hidden);
    await link(officer, id, "contract", draft);
    expect((await read(officer, id)).links).toHaveLength(2);
    expect((await read(mona, id)).links).toEqual([]);
    expect(await source(mona, "event", hidden)).toEqual([]);
    expect(await source(officer, "event", hidden)).toHaveLength(1);
    expect(await source(mona, "contract", draft)).toEqual([]);
    const theirs = await event({ status: "draft", created_by: mona.userId });
    for (const [kind, target] of [
      ["event", theirs],
      ["event", 999_999],
    ] as const)
      expect(await officer.fails("POST", `/api/wishes/${id}/links`, { kind, id: target })).toMatchObject({
        status: 404,
      });
    expect(JSON.stringify(await rows("select * from audit_log"))).not.toContain("Secret");
  });

  it("to a contract is hidden from readers of events who may not read contracts", async () => {
    const id = await wish();
    const target = await contract({ status: "posted" });
    await link(officer, id, "contract", target);
    await raw.DB.prepare(
      `update roles set permissions = (select json_group_array(value) from json_each(permissions) where value <> 'contracts.read'),
         version = version + 1 where key = 'member'`,
    ).run();
    expect((await read(mona, id)).links).toEqual([]);
    expect(await source(mona, "contract", target)).toEqual([]);
  });

  it("is refused beyond 20", async () => {
    const id = await wish();
    const stored = JSON.stringify(Array.from({ length: MOST_LINKS }, (_, at) => at + 1000));
    await raw.DB.prepare(
      "insert into wish_links select ?, 'event', letters.value, 1 from json_each(?) letters",
    )
      .bind(id, stored)
      .run();
    expect(
      await officer.fails("POST", `/api/wishes/${id}/links`, { kind: "event", id: await event() }),
    ).toMatchObject({ code: "wish_links_full" });
  });
});
