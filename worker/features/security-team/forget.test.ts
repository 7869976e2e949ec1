import { beforeEach, describe, expect, it } from "vitest";
import { JOBS } from "../../jobs.ts";
import { CRONS } from "../../lib/crons.ts";
import { addDays, dayOf } from "../../lib/days.ts";
import { openDb } from "../../lib/db/client.ts";
import { stopClock } from "../../testing/clock.ts";
import { everythingStored } from "../../testing/inspect.ts";
import { type Caller, organization, person, raw, rows, settings, value } from "../../testing/world.ts";
import { application, payload, postedBy } from "../applications/testing/applications.factory.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import type { ApplicationDetails, ApplicationSummary } from "./security-team.schema.ts";

stopClock();
const BASE = "/api/security-applications";
const DAY = 86_400_000;
/** The answers of an applicant and texts about them, each of them unique. */
const ANSWERS = {
  ...{
    experience: "Quillon years",
    shipType: "Quillon Hull",
    availability: "Quillon nights",
    firstName: "Quillona",
  },
  ...{
    lastName: "Quillond",
    discordUsername: "quillon.d",
    timezone: "Quillon/Zone",
    rsiHandle: "QuillonRsi",
  },
  ...{ references: "Quillon knows", additionalNotes: "Quillon notes" },
};
const ALL = /quillon/i;

let otto: Caller;
let olga: Caller;
let ada: Caller;
let vega: Caller;
beforeEach(async () => {
  otto = await person("officer", 1, "Otto");
  olga = await person("officer", 1, "Olga");
  ada = await person("administrator", 1, "Ada");
  vega = await person("member", 1, "Vega");
});

const apply = async (contractId: number | null) =>
  (await vega.ok<{ id: number }>("POST", "/api/contract-applications", payload(contractId, ANSWERS))).id;
const say = (by: Caller, id: number, what: string, body: object) =>
  by.ok("POST", `${BASE}/${id}/${what}`, body);

/** An application with a text in every place that takes one. */
async function discussed(): Promise<number> {
  const id = await apply(null);
  await otto.ok("GET", `${BASE}/${id}/details`);
  await say(otto, id, "hold", { reason: "Quillon hold" });
  await say(vega, id, "messages", { text: "Quillon message" });
  await say(otto, id, "messages", { text: "Quillon question" });
  await say(otto, id, "messages", { text: "Quillon note", isNote: true });
  await say(otto, id, "flags", { kind: "not_in_discord", word: "Quillon flag" });
  await say(otto, id, "reviews", { verdict: "decline", text: "Quillon review" });
  return id;
}

/** Runs the daily jobs with decisions and notices aged by some days. */
async function daily(days: number) {
  const older = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${days} days')`;
  await raw.DB.batch([
    raw.DB.prepare(`update contract_applications set ${older("decided_at")}`),
    raw.DB.prepare(`update notices set ${older("created_at")}`),
    // A job runs once per tick.
    raw.DB.prepare("delete from job_runs"),
  ]);
  const { db } = openDb(raw.DB, "first-primary");
  const context = { db, env: settings(), now: new Date(), language: "en" as const };
  await JOBS[CRONS.daily]?.(context);
}

it("ninety days after they were declined, applications of both kinds lose their answers and all texts about them, in every table, the audit log and new backups", async () => {
  const contractId = await postedBy(otto, { applications: 1 });
  const declined = await apply(contractId);
  await otto.ok("PATCH", `/api/contract-applications/${declined}/decline`, { message: "Quillon words" });
  const id = await discussed();
  await say(olga, id, "reviews", { verdict: "decline", text: "Quillon review" });
  await olga.ok("PATCH", `${BASE}/${id}/decision`, { decision: "decline", message: "Quillon decision" });
  const before = await vega.ok<ApplicationDetails>("GET", `${BASE}/${id}/details`);
  expect(before.purgedOn).toBe(addDays(dayOf(new Date()), 90));
  await daily(89);
  expect(await vega.ok("GET", `${BASE}/${id}/details`)).toMatchObject({
    application: ANSWERS,
    purgedOn: addDays(dayOf(new Date()), 1),
  });
  await daily(2);
  expect(await everythingStored()).not.toMatch(ALL);
  expect((await ada.call("GET", "/api/backup/export")).text).not.toMatch(ALL);
  expect(JSON.stringify(await rows("select * from audit_log"))).not.toMatch(ALL);
  const left = await rows(
    "select user_id, status, decided_by, decided_at from contract_applications order by id",
  );
  const at = new Date(Date.now() - 91 * DAY).toISOString();
  expect(left).toEqual([
    { user_id: vega.userId, status: "declined", decided_by: "Otto", decided_at: at },
    { user_id: vega.userId, status: "declined", decided_by: "Olga", decided_at: at },
  ]);
  const tables = ["security_reviews", "security_messages", "security_states", "security_looks"];
  for (const table of tables)
    expect([table, await value(`select count(*) from ${table}`)]).toEqual([table, 0]);
  const [summary] = await otto.ok<ApplicationSummary[]>("GET", `${BASE}/1?show=decided`);
  expect(summary).toMatchObject({ id, status: "declined", applicant: { displayName: "Vega" } });
});

it("a withdrawn application loses them at once, and does not prefill the next one", async () => {
  const id = await discussed();
  await vega.ok("PATCH", `/api/contract-applications/${id}/withdraw`, {});
  expect(await everythingStored()).not.toMatch(ALL);
  const { last } = await vega.ok<{ last: unknown }>("GET", "/api/contract-applications/1/profile");
  expect(last).toBeNull();
  expect((await vega.ok<ApplicationDetails>("GET", `${BASE}/${id}/details`)).steps.at(-1)?.kind).toBe(
    "withdrawn",
  );
});

it("does not reuse the id of a review that was deleted with its application", async () => {
  const numbers = () => rows("select id from security_reviews");
  const id = await discussed();
  const before = await numbers();
  await vega.ok("PATCH", `/api/contract-applications/${id}/withdraw`, {});
  expect(await numbers()).toEqual([]);
  await discussed();
  const after = await numbers();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

it("deletes an application with all data about it for an administrator, whose reason is in the audit log", async () => {
  const id = await discussed();
  expect((await otto.fails("POST", `${BASE}/${id}/deletion`, { reason: "Twice" })).code).toBe("forbidden");
  await ada.ok("POST", `${BASE}/${id}/deletion`, { reason: "Sent twice" });
  expect(await everythingStored()).not.toMatch(ALL);
  const [newest] = await ada.ok<AuditEntry[]>("GET", "/api/audit/1");
  expect(newest?.sentence).toBe("Ada deleted the application of Vega for the Security Team: Sent twice");
});

it("lets holders of admin.system delete applications for the team that they may not read, and no others", async () => {
  const admin = await holderOf(await customRole(["admin.system"]));
  const elsewhere = { organization_id: await organization() };
  const left = [await application(vega, await postedBy(otto)), await application(olga, null, elsewhere)];
  const id = await discussed();
  expect((await admin.fails("GET", `${BASE}/${id}/details`)).code).toBe("not_found");
  for (const each of [...left, id])
    await admin.call("POST", `${BASE}/${each}/deletion`, { body: { reason: "Asked" } });
  expect((await rows("select id from contract_applications order by id")).map((row) => row.id)).toEqual(left);
});

describe("reading of an application's answers", () => {
  const looks = async () =>
    (await ada.ok<AuditEntry[]>("GET", "/api/audit/1"))
      .filter(({ action }) => action === "security.looked")
      .map(({ sentence }) => sentence);
  const sentence = (name: string) => `${name} looked at the answers of Vega for the Security Team`;

  it("is logged once a day for each reviewer, never for the applicant", async () => {
    const id = await apply(null);
    for (const by of [vega, otto, otto, olga]) await by.ok("GET", `${BASE}/${id}/details`);
    await otto.ok("GET", `${BASE}/1`);
    expect((await looks()).sort()).toEqual([sentence("Olga"), sentence("Otto")]);
    await raw.DB.prepare("update security_looks set day = '2020-01-01'").run();
    await otto.ok("GET", `${BASE}/${id}/details`);
    expect(await looks()).toHaveLength(3);
  });

  it("is logged as well when the answers come with a review, with a refusal or with a decision", async () => {
    const id = await apply(null);
    await say(otto, id, "reviews", { verdict: "decline", text: "No" });
    await say(otto, id, "flags", { kind: "not_verified", word: "Known" });
    expect(await looks()).toEqual([sentence("Otto")]);
    const { current } = await olga.fails("POST", `${BASE}/${id}/hold`, { reason: "Why?", version: 9 });
    expect(JSON.stringify(current)).toMatch(ALL);
    expect((await looks()).sort()).toEqual([sentence("Olga"), sentence("Otto")]);
    const own = await olga.ok<{ id: number }>("POST", "/api/contract-applications", payload(null));
    await olga.fails("POST", `${BASE}/${own.id}/hold`, { reason: "Why?", version: 9 });
    expect(await looks()).toHaveLength(2);
  });

  it("is logged by all routes that answer them: earlier ones answer none to reviewers", async () => {
    const id = await apply(null);
    const refused = await otto.fails("PATCH", `/api/contract-applications/${id}/decline`, { version: 9 });
    expect(JSON.stringify(refused)).not.toMatch(ALL);
    expect((await otto.fails("GET", "/api/contract-applications/1?of=security")).code).toBe("invalid_input");
    expect(await looks()).toEqual([]);
  });
});
