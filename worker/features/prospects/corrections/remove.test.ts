import { describe, expect, it } from "vitest";
import { JOBS } from "../../../jobs.ts";
import { CRONS } from "../../../lib/crons.ts";
import { openDb } from "../../../lib/db/client.ts";
import { auditOf, historyOf, stored } from "../../../testing/pipeline.ts";
import { type Caller, hoursFromNow, person, prospect, raw, rows, settings } from "../../../testing/world.ts";
import type { Prospect, ProspectCounts } from "../prospects.schema.ts";

const DISCORD = "200000000000000099";
const remove = (caller: Caller, id: number, reason = "Sent us advertisements") =>
  caller.ok("DELETE", `/api/prospects/${id}`, { reason });

describe("deleting a prospect", () => {
  it("removes it from all lists, searches, counts and figures, and keeps history and audit entry", async () => {
    const officer = await person("officer");
    const id = await prospect({
      display_name: "Spammer",
      assigned_to: officer.memberId,
      deadline: hoursFromNow(-2),
    });
    const before = await officer.ok<ProspectCounts>("GET", "/api/prospects/1/counts");
    await remove(officer, id);
    expect(await officer.ok("GET", "/api/prospects/1/counts")).toEqual({
      ...before,
      intro: before.intro - 1,
    });
    expect(await officer.ok("GET", "/api/user/stats")).toMatchObject({ assigned: 0, withoutDeadline: 0 });
    expect((await officer.ok<Prospect[]>("GET", "/api/prospects/1")).map((each) => each.id)).not.toContain(
      id,
    );
    expect(await officer.ok("GET", "/api/prospects/1?q=Spammer")).toEqual([]);
    expect(await officer.ok("GET", "/api/prospects/1/team")).toMatchObject({ assignees: [], unassigned: 0 });
    expect(await historyOf(id)).toMatchObject([{ action: "deleted", notes: "Sent us advertisements" }]);
    expect(await auditOf(id)).toMatchObject([{ action: "prospect.deleted" }]);
  });

  it("names the missing reason, and writes nothing without one", async () => {
    const officer = await person("officer");
    const id = await prospect();
    expect(await officer.fails("DELETE", `/api/prospects/${id}`, { reason: "  " })).toMatchObject({
      status: 400,
      errors: { reason: [expect.any(String)] },
    });
    expect(await stored(id)).toMatchObject({ status: "intro", version: 1 });
  });

  it("refuses a prospect who is a member", async () => {
    const officer = await person("officer");
    const member = await person("member");
    const id = await prospect({ user_id: member.userId, status: "active" });
    expect((await officer.ok<Prospect>("GET", `/api/prospects/${id}/record`)).can.remove).toBe(false);
    expect(await officer.fails("DELETE", `/api/prospects/${id}`, { reason: "Gone" })).toMatchObject({
      status: 409,
      code: "prospect_is_member",
    });
  });

  it("is not possible for a member who sees their own prospects only", async () => {
    const guide = await person("onboarding_team");
    const id = await prospect({ status: "onboarding", assigned_to: guide.memberId });
    expect((await guide.ok<Prospect>("GET", `/api/prospects/${id}/record`)).can).toMatchObject({
      merge: false,
      remove: false,
    });
    expect(await guide.fails("DELETE", `/api/prospects/${id}`, { reason: "No" })).toMatchObject({
      status: 403,
    });
  });

  it("keeps its Discord account: nobody can be added with it, and the error names the prospect", async () => {
    const officer = await person("officer");
    const id = await prospect({ display_name: "Nova", discord_id: DISCORD });
    await remove(officer, id);
    expect(
      await officer.fails("POST", "/api/prospects", { displayName: "Nova", discordId: DISCORD }),
    ).toMatchObject({ code: "discord_id_removed", detail: expect.stringContaining("Nova") });
  });
});

describe("restoring a deleted prospect", () => {
  it("restores stage, assignee and deadline", async () => {
    const officer = await person("officer");
    const deadline = hoursFromNow(20);
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId, deadline });
    await remove(officer, id);
    expect(await officer.ok("POST", `/api/prospects/${id}/restore`)).toMatchObject({
      status: "onboarding",
      assignedTo: officer.memberId,
      deadline,
    });
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(["deleted", "restored"]);
  });

  it("answers 404 for a prospect that was not removed, and for another organization's", async () => {
    const officer = await person("officer");
    const id = await prospect();
    expect(await officer.fails("POST", `/api/prospects/${id}/restore`)).toMatchObject({ status: 404 });
  });

  it("ends after 30 days, and the personal data is deleted then", async () => {
    const officer = await person("officer");
    const id = await prospect({ email: "nova@example.org", notes: "Private" });
    const kept = await prospect({ email: "kept@example.org" });
    await remove(officer, id);
    await raw.DB.prepare("update prospect_removals set removed_at = ?")
      .bind(hoursFromNow(-24 * 30 - 1))
      .run();
    const { db } = openDb(raw.DB, "first-primary");
    await JOBS[CRONS.daily]?.({ db, env: settings(), now: new Date(), language: "en" });
    expect(await stored(id)).toMatchObject({ email: null, notes: null });
    expect(await stored(kept)).toMatchObject({ email: "kept@example.org" });
    expect(await officer.fails("POST", `/api/prospects/${id}/restore`)).toMatchObject({
      code: "undo_not_possible",
    });
    expect(await rows("select before from prospect_removals")).toEqual([{ before: null }]);
  });
});
