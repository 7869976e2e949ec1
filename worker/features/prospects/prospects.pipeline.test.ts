import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import { auditOf, everything, historyOf, stored } from "../../testing/pipeline.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, call, person, prospect, raw } from "../../testing/world.ts";
import { PROSPECT_STATUSES, type Prospect, type ProspectStatus } from "./prospects.schema.ts";

// The rules, written independently to compare them with the server's.
const LEGAL: Record<ProspectStatus, string> = {
  intro: "intro_completed assigned_onboarding onboarding inactive",
  intro_completed: "assigned_onboarding onboarding inactive",
  assigned_onboarding: "onboarding inactive",
  onboarding: "active inactive",
  active: "inactive onboarding",
  inactive: "active onboarding intro",
};
/** A user who sees only their own moves nobody to intro, where they would not see them. */
const isLegal = (from: ProspectStatus, to: ProspectStatus, { role }: Pick<Who, "role">) =>
  LEGAL[from].split(" ").includes(to) && (to !== "intro" || role !== "onboarding_team");
const NAMES: Record<ProspectStatus, { en: string; da: string }> = {
  intro: { en: "Intro", da: "Intro" },
  intro_completed: { en: "Intro completed", da: "Intro gennemført" },
  assigned_onboarding: { en: "Assigned", da: "Tildelt" },
  onboarding: { en: "Onboarding", da: "Onboarding" },
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
};
const ROLES = ["administrator", "officer", "crm_manager", "recruiter", "onboarding_team", "member"] as const;
const STANDING: Record<SystemRole, number> = {
  administrator: 100,
  officer: 80,
  crm_manager: 60,
  recruiter: 40,
  onboarding_team: 30,
  member: 10,
};
const GIVES = ["administrator", "officer", "crm_manager", "recruiter"];
const TAKES = ["administrator", "officer", "crm_manager"];

type Model = { status: ProspectStatus; assignee: number | null; version: number; standing: number | null };
type Who = { role: SystemRole; memberId: number };
type Move = { to: ProspectStatus; reason: boolean; assignee: number | undefined; isAssigneeFit: boolean };

function sees(model: Model, who: Who): boolean {
  if (who.role === "member") return false;
  if (who.role !== "onboarding_team") return true;
  return model.assignee === who.memberId && !model.status.startsWith("intro");
}
const isAbove = (model: Model, who: Who) =>
  model.standing === null || who.role === "administrator" || STANDING[who.role] > model.standing;

/** The expected answer: a code, or null for a move. */
function verdict(model: Model, who: Who, move: Move): string | null {
  if (who.role === "member") return "forbidden";
  if (!sees(model, who)) return "not_found";
  if (!isLegal(model.status, move.to, who)) return "illegal_transition";
  if (!isAbove(model, who)) return "outranked";
  const isReopened = model.status === "inactive" && (move.to !== "active" || model.standing === null);
  const isBack = isReopened || (move.to === "onboarding" && model.status === "active");
  const isWithdrawn = move.to === "inactive" && model.status !== "active";
  if ((isBack || isWithdrawn) && !move.reason) return "reason_needed";
  const assignee = move.assignee ?? model.assignee;
  if (move.to.endsWith("onboarding") && assignee === null) return "assignee_needed";
  if (move.assignee === undefined || move.assignee === model.assignee) return null;
  const isTaken = model.assignee !== null && model.assignee !== who.memberId;
  if (!(isTaken ? TAKES : GIVES).includes(who.role)) return "forbidden";
  return move.isAssigneeFit ? null : "assignee_unavailable";
}

const moveToOf = (model: Model, who: Who) =>
  new Set(isAbove(model, who) ? PROSPECT_STATUSES.filter((to) => isLegal(model.status, to, who)) : []);

describe("the pipeline's rules", () => {
  it("allows exactly the moves of the rules, each with one history entry", async () => {
    const people = new Map<SystemRole, Caller>();
    for (const role of ROLES) people.set(role, await person(role));
    const retired = await person("officer");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(retired.memberId).run();
    const idOf = (role: SystemRole) => people.get(role)?.memberId ?? 0;
    const fit = [undefined, undefined, idOf("officer"), idOf("recruiter"), idOf("onboarding_team")];
    const unfit = [idOf("member"), retired.memberId, 999_999];
    const step = fc.record({
      role: fc.constantFrom(...ROLES, "onboarding_team" as const, "administrator" as const),
      to: fc.constantFrom(...PROSPECT_STATUSES),
      reason: fc.boolean(),
      assignee: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...fit) }, fc.constantFrom(...unfit)),
      sendsVersion: fc.boolean(),
    });
    const start = fc.record({
      status: fc.constantFrom(...PROSPECT_STATUSES),
      assignee: fc.constantFrom(null, idOf("officer"), idOf("onboarding_team")),
      isOfficer: fc.nat(4).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { minLength: 4, maxLength: 9 }), async (first, steps) => {
        const officer = first.isOfficer ? await person("officer") : null;
        const id = await prospect({
          status: first.status,
          assigned_to: first.assignee,
          user_id: officer?.userId ?? null,
        });
        const model: Model = {
          status: first.status,
          assignee: first.assignee,
          version: 1,
          standing: officer ? STANDING.officer : null,
        };
        for (const { role, to, reason, assignee, sendsVersion } of steps) {
          const caller = people.get(role) as Caller;
          const who = { role, memberId: caller.memberId };
          const expected = verdict(model, who, {
            to,
            reason,
            assignee,
            isAssigneeFit: assignee === undefined || !unfit.includes(assignee),
          });
          const before = await everything();
          const historyLength = (await historyOf(id)).length;
          const auditLength = (await auditOf(id)).filter(
            (entry) => entry.action === "prospect.status",
          ).length;
          const answer = await caller.call("PATCH", `/api/prospects/${id}/status`, {
            body: {
              status: to,
              ...(reason ? { reason: "Because" } : {}),
              ...(assignee === undefined ? {} : { assignedTo: assignee }),
              ...(sendsVersion ? { version: model.version } : {}),
            },
          });
          const body = JSON.parse(answer.text) as Pick<Prospect, "can"> & Pick<Problem, "code">;
          expect(answer.status < 300 ? null : body.code, `${role} ${model.status} → ${to}`).toBe(expected);
          expect(answer.meter.trips).toBeLessThanOrEqual(3);
          if (expected !== null) {
            expect(await everything()).toBe(before);
            continue;
          }
          const history = await historyOf(id);
          expect(history.length).toBe(historyLength + 1);
          expect(history.at(-1)).toMatchObject({
            action: "status",
            previousValue: model.status,
            newValue: to,
            performedById: caller.userId,
            notes: reason ? "Because" : null,
          });
          const audited = (await auditOf(id)).filter((entry) => entry.action === "prospect.status");
          expect(audited.length).toBe(auditLength + 1);
          expect(audited.at(-1)?.actor_user_id).toBe(caller.userId);
          expect(JSON.parse(audited.at(-1)?.details ?? "")).toMatchObject({ from: model.status, to });
          model.status = to;
          model.assignee = assignee ?? model.assignee;
          model.version += 1;
          // Active makes a member, below all users who may move prospects.
          if (to === "active" && model.standing === null) model.standing = STANDING.member;
          expect(await stored(id)).toMatchObject({
            status: model.status,
            assigned_to: model.assignee,
            version: model.version,
          });
          if (sees(model, who)) expect(new Set(body.can.moveTo)).toEqual(moveToOf(model, who));
        }
        for (const [role, caller] of people) {
          const who = { role, memberId: caller.memberId };
          if (!sees(model, who)) continue;
          const record = await caller.ok<Prospect>("GET", `/api/prospects/${id}/record`);
          expect(new Set(record.can.moveTo), role).toEqual(moveToOf(model, who));
        }
      }),
      runs(4, 15),
    );
  });

  it("names both states of an illegal move in the reader's language and writes nothing", async () => {
    const officer = await person("officer");
    for (const from of PROSPECT_STATUSES) {
      const id = await prospect({ status: from, assigned_to: officer.memberId });
      const before = await everything();
      for (const to of PROSPECT_STATUSES.filter((each) => !isLegal(from, each, { role: "officer" }))) {
        for (const language of ["en", "da"] as const) {
          const answer = await call("PATCH", `/api/prospects/${id}/status`, {
            token: officer.token,
            headers: { "Accept-Language": language },
            body: { status: to, reason: "Because", version: 1 },
          });
          const problem = JSON.parse(answer.text) as Problem;
          expect([answer.status, problem.code]).toEqual([409, "illegal_transition"]);
          expect(problem.detail).toContain(` ${NAMES[from][language]} `);
          expect(problem.detail).toContain(` ${NAMES[to][language]}.`);
          expect(answer.headers.get("Content-Language")).toBe(language);
        }
      }
      expect(await everything()).toBe(before);
    }
  });
});
