import { beforeEach, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { type Answer, type Caller, call, raw, rows } from "../../testing/world.ts";
import { FREE_ATTEMPTS } from "../auth/attempts.ts";
import { PASSWORD } from "../auth/testing/auth.cases.ts";
import type { WaitingSignIn } from "./second-factor.schema.ts";
import {
  addPasskey,
  authenticator,
  cookieOf,
  firstStep,
  memberWithPassword,
  outcomeOf,
  recoveryCode,
  secondStep,
} from "./testing/second-factor.factory.ts";

stopClock();
let mona: Caller;
let username: string;
beforeEach(async () => {
  ({ mona, username } = await memberWithPassword());
  // Avoids the additional row of a user's first sign-in.
  await raw.DB.batch([
    raw.DB.prepare("update users set signed_in_at = created_at"),
    raw.DB.prepare("update members set has_signed_in = 1"),
  ]);
});

const written = (...answers: Answer[]) => answers.reduce((sum, { meter }) => sum + meter.rowsWritten, 0);

it("a sign-in writes 8 rows at most, by every second step, on a new device and on a known one", async () => {
  const plain = async (device = "") => {
    const answer = await call("POST", "/api/login", {
      body: { username, password: PASSWORD },
      headers: { Cookie: `device=${device}` },
    });
    return { device: cookieOf(answer, "device") ?? "", rows: written(answer) };
  };
  const first = await plain();
  const seen: Record<string, number[]> = { password: [first.rows, (await plain(first.device)).rows] };

  const code = await authenticator(mona);
  const { key } = await addPasskey(mona);
  await recoveryCode(mona, "ABCDEFGHIJKLMNOP");
  await recoveryCode(mona, "PONMLKJIHGFEDCBA");
  const ways: [string, (turn: number, asked: WaitingSignIn["secondFactor"]) => Promise<object>][] = [
    ["authenticator", async (turn) => ({ code: code(turn) })],
    ["passkey", async (_, { passkey }) => ({ passkey: await key.assert(passkey?.challenge ?? "") })],
    ["recovery code", async (turn) => ({ recoveryCode: ["ABCDEFGHIJKLMNOP", "PONMLKJIHGFEDCBA"][turn] })],
  ];
  for (const [way, answerTo] of ways) {
    let device = "";
    for (const turn of [0, 1]) {
      const { answer, secondFactor, waiting } = await firstStep(username, device);
      const done = await secondStep(waiting, await answerTo(turn, secondFactor), device);
      expect([way, turn, done.status, answer.meter.trips, done.meter.trips]).toEqual([way, turn, 200, 1, 2]);
      device = cookieOf(done, "device") ?? "";
      seen[way] = [...(seen[way] ?? []), written(answer, done)];
    }
  }
  expect(seen).toEqual({
    password: [6, 4],
    authenticator: [8, 6],
    passkey: [8, 6],
    "recovery code": [8, 8],
  });
  expect(
    await rows("select kind, count(*) as told from notices where kind <> 'passkey_added' group by kind"),
  ).toEqual([
    { kind: "auth.new_device", told: 3 },
    { kind: "recovery_code_used", told: 2 },
  ]);
});

it("a sign-in in two steps writes no more rows after wrong passwords, for which it had to wait", async () => {
  const code = await authenticator(mona);
  for (let tries = 1; tries <= FREE_ATTEMPTS.password; tries += 1)
    await call("POST", "/api/login", { body: { username, password: "guess" } });
  await raw.DB.prepare("update attempts set next_at = window_ends_at where next_at is not null").run();
  expect((await firstStep(username)).waiting).toBe("");
  await raw.DB.prepare("update attempts set next_at = '2000' where next_at is not null").run();
  const { answer, waiting } = await firstStep(username);
  const done = await secondStep(waiting, { code: code() });
  expect([done.status, written(answer, done)]).toEqual([200, 8]);
});

it("a refused second step writes 3 rows at most, and a forged or altered sign-in none", async () => {
  await authenticator(mona);
  await addPasskey(mona);
  const { waiting } = await firstStep(username);
  for (let tries = 1; tries <= 5; tries += 1) {
    const wrong = await secondStep(waiting, { code: "000000" });
    expect([outcomeOf(wrong)[1], wrong.meter.rowsWritten]).toEqual(["wrong_code", tries < 5 ? 1 : 3]);
  }
  const recovery = await secondStep(waiting, { recoveryCode: "A".repeat(16) });
  expect([outcomeOf(recovery)[1], recovery.meter.rowsWritten]).toEqual(["wrong_recovery_code", 1]);
  // The log of refusals is written after the answer.
  expect(recovery.meter.trips).toBeLessThanOrEqual(3);
  const [userId, endsAt, nonce, begun, signature] = waiting.split(".");
  const forged = [
    [userId, endsAt, nonce, "A".repeat(43), signature],
    [userId, endsAt, nonce, begun?.replace(/^./, (sign) => (sign === "A" ? "B" : "A")), signature],
    [userId, Number(endsAt) + 60_000, nonce, begun, signature],
    [Number(userId) + 1, endsAt, nonce, begun, signature],
    [userId, endsAt, "B".repeat(22), begun, signature],
  ];
  for (const each of forged) {
    const refused = await secondStep(each.join("."), { code: "000000" });
    expect([outcomeOf(refused), refused.meter.rowsWritten]).toEqual([[410, "sign_in_ended"], 0]);
  }
});
