import { expect, it } from "vitest";
import { actorWith } from "../testing/actors.ts";
import { personWith } from "../testing/little-app.ts";
import { actorWithoutSession, isRecent, type MemberActor, outranks } from "./actor.ts";
import { assertRecent, assertSession, memberIdOf } from "./context.ts";

const now = new Date("2950-03-14T12:00:00.000Z");
const { kind: _, sessionId: __, provenAt: ___, endsAt: ____, ...anybody } = personWith();
const program: MemberActor = { ...anybody, kind: "token", tokenId: 1, tokenName: "Fleet sheet" };
const proven = (provenAt: string) => personWith([], { provenAt });
const recent = proven("2950-03-14T11:30:00.001Z");

it("counts a session's proof as recent for 30 minutes, and no proof of another actor", () => {
  expect([recent, proven("2950-03-14T11:30:00.000Z"), program].map((actor) => isRecent(actor, now))).toEqual([
    true,
    false,
    false,
  ]);
});

it("lets an actor change members below their rank and persons without a role, and a job everybody", () => {
  const job = actorWithoutSession("job", 1, "Sync");
  const bot = actorWithoutSession("bot", 1, "Bot");
  expect([49, 50, null].map((priority) => outranks(actorWith(), priority))).toEqual([true, false, true]);
  expect([0, null].map((priority) => outranks(bot, priority))).toEqual([false, true]);
  expect(outranks(job, 1_000)).toBe(true);
});

it("refuses actors without a membership, a session or a recent proof, with what is missing", () => {
  const codeOf = (check: () => unknown) => {
    try {
      return check() ?? null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(codeOf(() => memberIdOf(actorWith()))).toBe(3);
  expect(codeOf(() => memberIdOf(actorWith([], { memberId: null })))).toBe("forbidden");
  expect(codeOf(() => assertSession(recent))).toBeNull();
  expect(codeOf(() => assertSession(program))).toBe("session_required");
  expect(codeOf(() => assertRecent(recent, now))).toBeNull();
  expect(codeOf(() => assertRecent(personWith(), now))).toBe("reauthentication_required");
  expect(codeOf(() => assertRecent(program, now))).toBe("session_required");
});
