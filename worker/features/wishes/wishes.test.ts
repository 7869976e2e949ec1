import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import {
  type Caller,
  interrupted,
  organization,
  person,
  raw,
  rows,
  settings,
  value,
} from "../../testing/world.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import type { Need, Notice } from "../notices/notices.schema.ts";
import { miscounted, vote, wish } from "./testing/wishes.factory.ts";
import { countWeeks } from "./votes.ts";
import { MOST_PENDING, type Wish, type WishDetails } from "./wishes.schema.ts";

const WISHES = "/api/wishes";
let officer: Caller;
let mona: Caller;
let vega: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Olga");
  mona = await person("member", 1, "Mona");
  vega = await person("member", 1, "Vega");
});

const terms = { title: "Mining timer", description: "Warn **me**.", priority: "high", category: "feature" };
const submit = (caller: Caller, more: object = {}) => caller.ok<Wish>("POST", WISHES, { ...terms, ...more });
const read = (caller: Caller, id: number) => caller.ok<WishDetails>("GET", `${WISHES}/${id}/details`);
const list = async (caller: Caller, query = "") =>
  (await caller.ok<Wish[]>("GET", `${WISHES}/1${query}`)).map(({ id }) => id);
const noticesOf = async (caller: Caller) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).map(({ kind, text }) => `${kind}: ${text}`);

describe("a wish", () => {
  it("is submitted with its author's vote, and once for an idempotency key", async () => {
    const made = await submit(mona, { organizationId: 1, submittedBy: 999 });
    expect(made).toMatchObject({
      ...terms,
      organizationId: 1,
      status: "pending",
      votes: 1,
      votesThisWeek: 1,
      comments: 0,
      submittedBy: { userId: mona.userId, displayName: "Mona" },
      reply: null,
      mergedInto: null,
      own: { by: null, works: null },
      version: 1,
      can: { update: true, delete: true, vote: true, comment: true, decide: false, judge: false },
    });
    expect(await list(mona)).toEqual([made.id]);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    for (let times = 0; times < 2; times++) await mona.call("POST", WISHES, { body: terms, headers });
    expect(await value("select count(*) from wishes")).toBe(2);
  });

  it("has a default priority and category, and a title and a description of bounded length", async () => {
    const { title, description } = terms;
    const made = await mona.ok<Wish>("POST", WISHES, { title, description });
    expect(made).toMatchObject({ priority: "medium", category: "feature" });
    for (const [field, text] of [
      ["title", " "],
      ["title", "x".repeat(121)],
      ["description", "x".repeat(4_001)],
      ["priority", "urgent"],
    ] as const)
      expect((await mona.fails("POST", WISHES, { ...terms, [field]: text })).errors).toHaveProperty(field);
    expect(await mona.fails("POST", WISHES, { ...terms, organizationId: 2 })).toMatchObject({ status: 404 });
  });

  it("is refused beyond 20 pending wishes of its author; merged ones do not count", async () => {
    const into = await wish();
    await wish({ submitted_by: mona.userId, merged_into_id: into });
    await wish({ submitted_by: mona.userId, status: "rejected" });
    for (let at = 0; at < MOST_PENDING; at++) await wish({ submitted_by: mona.userId });
    expect(await mona.fails("POST", WISHES, terms)).toMatchObject({ status: 409, code: "wish_too_many" });
    await submit(vega);
  });

  it("is changed and deleted by its author while it is pending, and by officers at any time", async () => {
    const { id } = await submit(mona);
    const path = `${WISHES}/${id}`;
    expect(await mona.ok("PATCH", path, { title: "Laser timer" })).toMatchObject({ title: "Laser timer" });
    for (const method of ["PATCH", "DELETE"])
      expect(
        await vega.fails(method, path, method === "PATCH" ? { title: "Mine" } : undefined),
      ).toMatchObject({ status: 403, code: "wish_not_yours" });
    const database = interrupted(2, () => officer.ok("PATCH", `${path}/status`, { status: "approved" }));
    const { text } = await mona.call("DELETE", path, { database });
    expect(JSON.parse(text)).toMatchObject({ status: 409, code: "wish_answered" });
    expect((await read(mona, id)).can).toMatchObject({ update: false, delete: false });
    expect(await mona.fails("PATCH", path, { title: "Mine" })).toMatchObject({ code: "wish_answered" });
    expect(await mona.fails("DELETE", path)).toMatchObject({ code: "wish_answered" });
    await officer.ok("PATCH", path, { priority: "low" });
    await officer.ok("DELETE", path);
    expect(await mona.fails("GET", `${path}/details`)).toMatchObject({ status: 404 });
    for (const table of ["wish_votes", "wish_trigrams"])
      expect(await value(`select count(*) from ${table}`)).toBe(0);
  });

  it("refuses changes of an older version with 409 and the current record; a vote changes no version", async () => {
    const { id, version } = await submit(mona);
    await vega.ok("POST", `${WISHES}/${id}/vote`);
    const changed = await mona.ok<Wish>("PATCH", `${WISHES}/${id}`, { title: "Laser timer", version });
    const into = await wish();
    const stale: [Caller, string, string, object][] = [
      [mona, "PATCH", "", { title: "Other", version }],
      [officer, "PATCH", "/status", { status: "approved", version }],
      [officer, "POST", "/merge", { into, version }],
    ];
    for (const [caller, method, rest, body] of stale)
      expect(await caller.fails(method, `${WISHES}/${id}${rest}`, body)).toMatchObject({
        status: 409,
        code: "stale_version",
        current: { id, title: "Laser timer", votes: 2, version: changed.version },
      });
  });

  it("stays when its author is deleted, without an author and without their vote", async () => {
    const { id } = await submit(mona);
    await vega.ok("POST", `${WISHES}/${id}/vote`);
    for (const caller of [mona, vega]) await caller.ok("POST", `${WISHES}/${id}/comments`, { text: "Yes." });
    await (await person("administrator")).ok("DELETE", `/api/users/${mona.userId}`);
    const left = await read(vega, id);
    expect(left).toMatchObject({ submittedBy: null, votes: 1, comments: 1 });
    expect(left.thread.map(({ author }) => author?.userId)).toEqual([vega.userId]);
  });

  it("is not found by another organization", async () => {
    const id = await wish({ organization_id: await organization() });
    for (const [method, rest, body] of [
      ["GET", "/details"],
      ["POST", "/vote"],
      ["POST", "/comments", { text: "Hello" }],
    ] as const)
      expect(await mona.fails(method, `${WISHES}/${id}${rest}`, body)).toMatchObject({ status: 404 });
    expect(await list(mona)).toEqual([]);
  });
});

describe("a list", () => {
  it("is ordered by the votes of this week, by all votes, or by age, a page at a time", async () => {
    const [old, hot, unwanted] = [await wish(), await wish(), await wish()];
    for (const each of [mona, vega, officer]) await vote(old, each, 30);
    for (const each of [mona, vega]) await vote(hot, each);
    expect(await list(mona)).toEqual([hot, old, unwanted]);
    expect(await list(mona, "?sort=votes")).toEqual([old, hot, unwanted]);
    expect(await list(mona, "?sort=newest")).toEqual([unwanted, hot, old]);
    for (const sort of ["trend", "votes", "newest"]) {
      const seen: number[] = [];
      for (let path = `${WISHES}/1?sort=${sort}&limit=1`; path; ) {
        const { headers, text } = await mona.call("GET", path);
        seen.push(...(JSON.parse(text) as Wish[]).map(({ id }) => id));
        path = /<(.*)>/.exec(headers.get("Link") ?? "")?.[1] ?? "";
      }
      expect(seen).toEqual(await list(mona, `?sort=${sort}`));
    }
  });

  it("omits merged wishes, and filters by state, by category and by the reader", async () => {
    const into = await wish({ status: "approved", category: "event" });
    const merged = await wish({ merged_into_id: into, submitted_by: mona.userId });
    const own = await wish({ submitted_by: mona.userId });
    await vote(merged, mona);
    await vote(own, vega);
    expect(await list(mona, "?sort=newest")).toEqual([own, into]);
    expect(await list(mona, "?status=approved")).toEqual([into]);
    expect(await list(mona, "?category=event&status=pending")).toEqual([]);
    expect(await list(mona, "?mine=wishes")).toEqual([own]);
    // A vote for a merged wish is one for its target.
    expect(await list(mona, "?mine=votes")).toEqual([into]);
    expect(await list(vega, "?mine=votes")).toEqual([own]);
  });

  it("counts votes of this week until the day after they are seven days old", async () => {
    const [id, other] = [await wish(), await wish()];
    await vote(id, mona);
    await vote(id, vega, 6);
    await vote(id, officer, 9);
    const week = async () => (await read(mona, id)).votesThisWeek;
    expect(await week()).toBe(2);
    await raw.DB.prepare("update wish_votes set voted_at = '2020-01-01T00:00:00.000Z' where user_id = ?")
      .bind(vega.userId)
      .run();
    expect(await week()).toBe(2);
    const { db } = openDb(raw.DB, "first-primary");
    const revision = () => value("select topics ->> '$.wishes' from revisions");
    const recount = () => countWeeks({ db, env: settings(), now: new Date(), language: "en" });
    await recount();
    expect([await week(), await miscounted()]).toEqual([1, []]);
    const before = await revision();
    await recount();
    expect(await revision()).toBe(before);
    await vote(other, mona);
    await mona.ok("DELETE", `${WISHES}/${id}/vote`);
    expect([await week(), (await read(mona, id)).votes]).toEqual([0, 2]);
    expect(await list(mona)).toEqual([other, id]);
  });
});

describe("similar wishes", () => {
  const similar = async (title: string) =>
    (await mona.ok<Wish[]>("GET", `${WISHES}/1/similar?title=${encodeURIComponent(title)}`)).map(
      ({ title: found }) => found,
    );

  it("are found by parts of words in any order, case and accent, the most similar first", async () => {
    const timer = "Mining timer: warn me before the laser overcharges";
    const laser = "Laser turrets on the Hammerhead";
    for (const title of [timer, laser, "Lån af skibe til nye piloter"]) await submit(mona, { title });
    expect(await similar("Timer for mining las")).toEqual([timer]);
    expect(await similar("laser timers")).toEqual([timer, laser]);
    expect(await similar("LAN AF SKIBÉ")).toEqual(["Lån af skibe til nye piloter"]);
    expect(await similar("Christmas party")).toEqual([]);
    expect(await similar("a b c")).toEqual([]);
  });

  it("are at most three open wishes of the organization that are not merged, by their present titles", async () => {
    const [first, second, third] = [await submit(mona), await submit(mona), await submit(mona)];
    await submit(mona, { title: "Mining timer, again" });
    expect(await similar("mining timer")).toHaveLength(3);
    await officer.ok("PATCH", `${WISHES}/${first.id}/status`, { status: "completed" });
    await officer.ok("POST", `${WISHES}/${second.id}/merge`, { into: third.id });
    await mona.ok("PATCH", `${WISHES}/${third.id}`, { title: "Salvage calculator" });
    await wish({ organization_id: await organization() });
    expect(await similar("mining timer")).toEqual(["Mining timer, again"]);
    expect(await similar("calculator for salvage")).toEqual(["Salvage calculator"]);
  });
});

describe("an answer", () => {
  it("sets the state, and keeps, changes or removes the official reply, with a notice to the authors", async () => {
    const { id } = await submit(mona);
    const merged = await submit(vega);
    await officer.ok("POST", `${WISHES}/${merged.id}/merge`, { into: id });
    const decide = (body: object) => officer.ok<Wish>("PATCH", `${WISHES}/${id}/status`, body);
    expect(await decide({ status: "approved", reply: "We **build** it.", version: 1 })).toMatchObject({
      status: "approved",
      version: 2,
      reply: { text: "We **build** it.", by: "Olga", at: expect.any(String) },
    });
    const progressing = await decide({ status: "in_progress" });
    expect(progressing.reply?.text).toBe("We **build** it.");
    expect(await decide({ status: "in_progress" })).toEqual(progressing);
    expect((await decide({ status: "rejected", reply: null })).reply).toBeNull();
    expect(await noticesOf(mona)).toEqual([
      "wish.rejected: Olga rejected the wish Mining timer.",
      "wish.in_progress: Olga says that the wish Mining timer is in progress.",
      "wish.approved: Olga approved the wish Mining timer.",
    ]);
    expect((await noticesOf(vega)).slice(-1)).toEqual([
      "wish.merged: Olga merged your wish Mining timer into Mining timer, where its votes and comments count.",
    ]);
    const [entry] = await officer.ok<AuditEntry[]>("GET", "/api/audit/1");
    expect(entry).toMatchObject({
      sentence: "Olga set the wish Mining timer from In progress to Rejected",
      record: { opens: `/organization?tab=wishes&wish=${id}` },
    });
  });

  it("asks each voter of a completed wish once whether it works, and accepts answers only from them", async () => {
    const { id } = await submit(mona);
    const merged = await wish();
    await vote(merged, vega);
    await vote(merged, mona);
    await officer.ok("POST", `${WISHES}/${merged}/merge`, { into: id });
    const path = `${WISHES}/${id}/works`;
    expect(await mona.fails("PUT", path, { works: true })).toMatchObject({ code: "wish_not_judged" });
    await officer.ok("PATCH", `${WISHES}/${id}/status`, { status: "completed" });
    for (const caller of [mona, vega])
      expect(await noticesOf(caller)).toEqual([
        "wish.completed: The wish Mining timer is completed. Does it work? Say so if you voted for it.",
      ]);
    expect(await noticesOf(officer)).toEqual([]);
    expect((await read(vega, id)).can.judge).toBe(true);
    await mona.ok("PUT", path, { works: true });
    await vega.ok("PUT", path, { works: true });
    expect(await vega.ok<Wish>("PUT", path, { works: false })).toMatchObject({ own: { works: false } });
    expect((await read(officer, id)).judged).toEqual({ works: 1, fails: 1 });
    expect(await officer.fails("PUT", path, { works: true })).toMatchObject({ code: "wish_not_judged" });
    expect((await read(officer, id)).can.judge).toBe(false);
  });

  it("is asked of officers for pending wishes that are not merged, which are counted to 100", async () => {
    const asked = async (caller: Caller) =>
      (await caller.ok<Need[]>("GET", "/api/user/needs")).map(({ kind, count }) => [kind, count]);
    await wish({ merged_into_id: await wish() });
    await wish({ status: "approved" });
    expect([await asked(officer), await asked(mona)]).toEqual([[["wish.pending", 1]], []]);
    for (let at = 0; at < 101; at++) await wish();
    expect(await asked(officer)).toEqual([["wish.pending", 100]]);
  });
});

it("accepts at most 20 pending wishes of a user who submits at once", async () => {
  for (let at = 1; at < MOST_PENDING; at++) await wish({ submitted_by: mona.userId });
  const answers = await Promise.all([1, 2, 3].map(() => mona.call("POST", WISHES, { body: terms })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await rows("select count(*) as stored from wishes")).toEqual([{ stored: MOST_PENDING }]);
});
