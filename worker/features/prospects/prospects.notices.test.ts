import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { readEnv } from "../../lib/env.ts";
import { hoursFromNow } from "../../testing/database.ts";
import { type Caller, person, raw } from "../../testing/world.ts";
import type { Notice } from "../notices/notices.schema.ts";
import { tellDeadlines } from "./deadlines.ts";
import { prospect } from "./testing/prospects.factory.ts";

let officer: Caller;
let recruiter: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Otto");
  recruiter = await person("recruiter", 1, "Rita");
});

const bellOf = (caller: Caller) => caller.ok<Notice[]>("GET", "/api/user/notices");
const textsOf = async (caller: Caller) => (await bellOf(caller)).map(({ text }) => text);
const task = (hours: number, values = {}) =>
  prospect({
    status: "onboarding",
    display_name: "VantaBlack",
    assigned_to: recruiter.memberId,
    deadline: hoursFromNow(hours),
    ...values,
  });
const tell = (now = new Date()) =>
  tellDeadlines({ db: openDb(raw.DB, "first-primary").db, env: readEnv({ ...raw }), now, language: "en" }, 1);

describe("a new assignee of a prospect", () => {
  it("gets a notice with the actor and the deadline, unless they assigned themselves", async () => {
    const id = await prospect({ display_name: "VantaBlack" });
    const deadline = hoursFromNow(48);
    await officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo: recruiter.memberId, deadline });
    expect(await bellOf(recruiter)).toMatchObject([
      {
        text: "Otto assigned VantaBlack to you.",
        opens: `/crm?prospect=${id}`,
        dueAt: deadline,
      },
    ]);
    await officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo: officer.memberId });
    await officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo: null });
    expect([await textsOf(officer), (await textsOf(recruiter)).length]).toEqual([[], 1]);
  });

  it("gets one notice for several prospects, which costs two rows", async () => {
    const change = async (count: number) => {
      const ids = await Promise.all(Array.from({ length: count }, () => prospect({ display_name: "Nova" })));
      await officer.ok("POST", "/api/prospects/bulk", {
        prospects: ids.map((id) => ({ id, version: 1 })),
        change: { kind: "assign", assignedTo: recruiter.memberId },
      });
    };
    await change(1);
    await change(3);
    expect(await textsOf(recruiter)).toEqual([
      "Otto assigned 3 prospects to you.",
      "Otto assigned Nova to you.",
    ]);
  });
});

describe("a deadline", () => {
  it("notifies the assignee once when it is near or past, and not when it is far or without an assignee", async () => {
    const near = await task(5);
    await task(-3, { display_name: "Late" });
    await task(30);
    await task(5, { assigned_to: null });
    await prospect({ status: "active", assigned_to: recruiter.memberId });
    expect((await tell()).counts).toEqual({ told: 2 });
    expect((await tell()).counts).toEqual({ told: 0 });
    const found = await bellOf(recruiter);
    expect(found.map(({ text }) => text).sort()).toEqual([
      "The deadline of Late is near: you are assigned to them.",
      "The deadline of VantaBlack is near: you are assigned to them.",
    ]);
    expect(found.map(({ opens }) => opens)).toContain(`/crm?prospect=${near}`);
    expect(await textsOf(officer)).toEqual([]);
  });

  it("notifies again when another one is near", async () => {
    const id = await task(5);
    await tell();
    await recruiter.ok("PATCH", `/api/prospects/${id}/deadline`, { deadline: hoursFromNow(6) });
    expect([(await tell()).counts, (await tell()).counts]).toEqual([{ told: 1 }, { told: 0 }]);
  });
});
