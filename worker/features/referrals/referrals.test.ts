import { expect, it } from "vitest";
import { Caller, nobody, organization, person, prospect, raw, rows, value } from "../../testing/world.ts";
import { ANSWERS, openDoor, stranger } from "../joining/testing/joining.factory.ts";
import type { OwnLink, Source, SourceOverview } from "./referrals.schema.ts";
import { linkOf, sourceWith } from "./testing/referrals.factory.ts";

const OWN = "/api/referrals/own";
const make = (caller: Caller, version = 0) => caller.ok<OwnLink>("POST", OWN, { version });
const overview = (caller: Caller) => caller.ok<SourceOverview>("GET", "/api/sources/1");
const send = (caller: Caller, by?: string | null) =>
  caller.ok("POST", "/api/admissions/own/send", { answers: ANSWERS, version: 0, ...(by ? { by } : {}) });
const prospectOf = async ({ userId }: Caller) =>
  (
    (await rows("select source_id, referral_source from prospects where user_id = ?", userId)) as {
      source_id: number | null;
      referral_source: string;
    }[]
  )[0];

it("makes a member one link, and with its version another code at once, which keeps since when it counts", async () => {
  const member = await person("member");
  expect(await member.ok("GET", OWN)).toMatchObject({ code: null, since: null, version: 0, came: 0 });
  const both = await Promise.all([make(member), make(member)]);
  expect(both[0].code).toMatch(/^[\w-]{8}$/);
  expect(both[1].code).toBe(both[0].code);
  const other = await make(member, 1);
  expect(other.code).not.toBe(both[0].code);
  expect(other).toMatchObject({ since: both[0].since, version: 2, endedAt: null });
  expect(await member.fails("POST", OWN, { version: 1 })).toMatchObject({
    ...{ code: "stale_version", current: { code: other.code, version: 2 } },
  });
  expect(await value("select count(*) from sources")).toBe(1);
  expect(await rows("select action from audit_log order by id")).toEqual([
    { action: "link.made" },
    { action: "link.replaced" },
  ]);
});

it("switches a link off, and on again by another code", async () => {
  const member = await person("member");
  await make(member);
  const off = await member.ok<OwnLink>("POST", `${OWN}/end`, { version: 1 });
  expect(off).toMatchObject({ code: null, version: 2 });
  expect(off.endedAt).not.toBeNull();
  expect(await make(member, 2)).toMatchObject({ code: expect.any(String), endedAt: null, version: 3 });
});

it("somebody who applies by a link came by it: the source and the member's name stand with the prospect", async () => {
  await openDoor();
  const member = await person("member", 1, "Ida Storm");
  const { code } = await make(member);
  const caller = await stranger();
  await send(caller, code);
  const id = await value<number>("select id from sources");
  expect(await prospectOf(caller)).toEqual({ source_id: id, referral_source: "Ida Storm" });
});

it("a code that is unknown, replaced, switched off, of another organization or of a former member counts as none", async () => {
  await openDoor();
  const member = await person("member");
  const { code: replaced } = await make(member);
  await make(member, 1);
  const former = await person("member");
  const { code: formers } = await make(former);
  await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(former.memberId).run();
  const elsewhere = await organization();
  await sourceWith({ organization_id: elsewhere, code: "elsewher" });
  for (const code of ["unknown1", replaced, formers, "elsewher"]) {
    const caller = await stranger();
    await send(caller, code);
    expect([code, await prospectOf(caller)]).toEqual([code, { source_id: null, referral_source: "website" }]);
  }
});

it("the browser keeps the code of a link until an application is sent, and the next one there does not count for it", async () => {
  await openDoor();
  const id = await sourceWith({ code: "paper123" });
  const caller = await stranger();
  const { status, headers } = await caller.call("POST", "/api/admissions/own/send", {
    body: { answers: ANSWERS, version: 0 },
    headers: { Cookie: "by=paper123" },
  });
  expect([status, await prospectOf(caller)]).toMatchObject([200, { source_id: id }]);
  expect(headers.getSetCookie().join()).toMatch(/(^|,)by=; Max-Age=0/);
});

it("the first source counts: a second application does not change it", async () => {
  await openDoor();
  const [first, second] = [await sourceWith({ code: "first" }), await sourceWith({ code: "second" })];
  const caller = await stranger();
  await send(caller, "first");
  await caller.ok("POST", "/api/admissions/own/withdrawal", { version: 1 });
  await send(caller, "second");
  expect(await prospectOf(caller)).toMatchObject({ source_id: first });
  expect(second).toBeGreaterThan(first);
});

it("somebody whom a sync or their registration made a prospect before they sent it came by the link, unless they applied before", async () => {
  await openDoor();
  const id = await sourceWith({ name: "Spectrum", code: "spectrum" });
  const synced = async (referral = "discord") => {
    const caller = await stranger();
    const discord_id = await value<string>("select discord_id from users where id = ?", caller.userId);
    const prospectId = await prospect({ user_id: caller.userId, discord_id });
    await raw.DB.prepare("update prospects set referral_source = ? where id = ?")
      .bind(referral, prospectId)
      .run();
    return { caller, prospectId };
  };
  const { caller } = await synced();
  await send(caller, "spectrum");
  expect(await prospectOf(caller)).toEqual({ source_id: id, referral_source: "Spectrum" });
  const registered = await synced("website");
  await send(registered.caller, "spectrum");
  expect(await prospectOf(registered.caller)).toMatchObject({ source_id: id });
  const before = await synced();
  await send(before.caller);
  await raw.DB.prepare("update admissions set status = 'declined' where user_id = ?")
    .bind(before.caller.userId)
    .run();
  await send(before.caller, "spectrum");
  expect(await prospectOf(before.caller)).toEqual({ source_id: null, referral_source: "discord" });
});

it("a registration counts for its link also after an application by another one, and adding a user leaves the code in the browser", async () => {
  await openDoor();
  const id = await sourceWith({ name: "Spectrum", code: "spectrum" });
  await sourceWith({ name: "Reddit", code: "redditad" });
  const headers = { Cookie: "by=spectrum" };
  const register = (caller: Caller, body: object) =>
    caller.call("POST", "/api/register", { body: { password: "seven-quiet-lamps", ...body }, headers });
  const answer = await register(nobody, { username: "vera.voice" });
  expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
    201,
    expect.stringMatching(/by=; Max-Age=0/),
  ]);
  const userId = await value<number>("select id from users where username = 'vera.voice'");
  const caller = new Caller(
    /session=([\w.-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null,
    userId,
  );
  const came = () => rows("select source_id, referral_source from prospects where user_id = ?", userId);
  expect(await came()).toEqual([{ source_id: id, referral_source: "Spectrum" }]);
  await send(caller, "redditad");
  expect(await came()).toEqual([{ source_id: id, referral_source: "Spectrum" }]);
  const admin = await person("administrator");
  const added = await register(admin, { username: "hired", displayName: "Hired Hand", role: "member" });
  expect([added.status, added.headers.getSetCookie().join()]).toEqual([
    201,
    expect.not.stringContaining("by="),
  ]);
});

it("merged people keep by what the older record came", async () => {
  const officer = await person("officer");
  const id = await sourceWith();
  const [older, newer] = [await prospect({}), await prospect({})];
  const set = "update prospects set source_id = ?, referral_source = ?, created_at = ? where id = ?";
  await raw.DB.prepare(set).bind(id, "Spectrum", "2026-01-01T00:00:00.000Z", older).run();
  await raw.DB.prepare(set).bind(null, "website", "2026-02-01T00:00:00.000Z", newer).run();
  await officer.ok("POST", `/api/prospects/${newer}/merge`, { otherId: older, version: 1 });
  expect(await rows("select source_id, referral_source from prospects where id = ?", newer)).toEqual([
    { source_id: id, referral_source: "Spectrum" },
  ]);
});

it("officers make links of advertisements and recruiters, and end them for good", async () => {
  const officer = await person("officer");
  const recruiter = await person("recruiter", 1, "Mikkel Toft");
  const paper = await officer.ok<Source>("POST", "/api/sources/1", { kind: "advertisement", name: "Reddit" });
  expect(paper).toMatchObject({ name: "Reddit", kind: "advertisement", can: { end: true } });
  const body = { kind: "recruiter", userId: recruiter.userId, note: "writes to people himself" };
  const made = await officer.ok<Source>("POST", "/api/sources/1", body);
  expect(made).toMatchObject({ name: "Mikkel Toft", note: "writes to people himself" });
  const ended = await officer.ok<Source>("POST", `/api/sources/${paper.id}/end`, { version: 1 });
  expect(ended).toMatchObject({ code: null, can: { end: false } });
  expect(await officer.fails("POST", `/api/sources/${paper.id}/end`, { version: 2 })).toMatchObject({
    ...{ code: "source_ended", current: { version: 2 } },
  });
  const guest = await person(null);
  expect(
    await officer.fails("POST", "/api/sources/1", { kind: "recruiter", userId: guest.userId }),
  ).toMatchObject({ code: "recruiter_unknown" });
});

it("a member's link is no source that officers end", async () => {
  const officer = await person("officer");
  const id = await linkOf(await person("member"));
  expect(await officer.fails("POST", `/api/sources/${id}/end`, { version: 1 })).toMatchObject({
    code: "not_found",
  });
});

it("shows members' links as one group, every other source, everybody, and who brought somebody", async () => {
  const officer = await person("officer");
  const ida = await person("member", 1, "Ida Storm");
  const [own, paper] = [await linkOf(ida), await sourceWith({ name: "Reddit" })];
  await linkOf(await person("member"));
  for (const source of [own, own, paper, null]) {
    const id = await prospect({});
    await raw.DB.prepare("update prospects set source_id = ? where id = ?").bind(source, id).run();
  }
  const { periods, sources, countedAt } = await overview(officer);
  expect(countedAt).not.toBeNull();
  expect(sources.map(({ name }) => name)).toEqual(["Reddit"]);
  expect(periods.all.groups.map(({ key, came }) => [key, came])).toEqual([
    ...[
      ["members", 2],
      ["discord", 0],
      ["website", 1],
      [String(paper), 1],
      ["everybody", 4],
    ],
  ]);
  expect(periods.year.members).toMatchObject([{ id: own, name: "Ida Storm", came: 2, active: 0 }]);
  expect(await ida.ok("GET", OWN)).toMatchObject({ came: 2, active: 0, afterQuarter: 0, countedAt });
});

it("a deleted member takes code and name along; who came by the link stays counted", async () => {
  await openDoor();
  const member = await person("member", 1, "Ida Storm");
  const { code } = await make(member);
  const caller = await stranger();
  await send(caller, code);
  const administrator = await person("administrator");
  await administrator.ok("DELETE", `/api/users/${member.userId}`);
  expect(await rows("select user_id, code, ended_at is not null as has_ended from sources")).toEqual([
    { user_id: null, code: null, has_ended: 1 },
  ]);
  expect(await prospectOf(caller)).toMatchObject({ referral_source: "member" });
  expect((await overview(administrator)).periods.all.groups[0]).toMatchObject({ key: "members", came: 1 });
});

it("an applicant's own data do not name the member by whose link they came", async () => {
  await openDoor();
  const member = await person("member", 1, "Ida Storm");
  const { code } = await make(member);
  const caller = await stranger();
  await send(caller, code);
  const { status, text } = await caller.call("GET", "/api/user/data");
  expect([status, text.includes("Ida Storm"), text.includes(String(code))]).toEqual([200, false, false]);
});
