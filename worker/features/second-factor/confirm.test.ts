import { beforeEach, describe, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { type Caller, nobody, value } from "../../testing/world.ts";
import { PASSWORD } from "../auth/testing/auth.cases.ts";
import type { AssertionOptions } from "./second-factor.schema.ts";
import {
  addPasskey,
  ageProofs,
  authenticator,
  memberWithPassword,
  OWN,
  outcomeOf,
} from "./testing/second-factor.factory.ts";

stopClock();
let mona: Caller;
beforeEach(async () => {
  ({ mona } = await memberWithPassword());
});

describe("confirming the caller's identity", () => {
  const confirm = (body: object, caller = mona) => caller.call("POST", "/api/user/confirm", { body });

  it("is required half an hour after the last proof, and accepts the password, a code or a passkey", async () => {
    const { key } = await addPasskey(mona);
    const code = await authenticator(mona);
    await ageProofs(mona, 29);
    expect((await mona.call("DELETE", "/api/user/sessions")).status).toBe(204);
    const proofs = [
      () => ({ password: PASSWORD }),
      () => ({ code: code() }),
      async () => {
        const { challenge } = await mona.ok<AssertionOptions>("POST", "/api/user/confirm/passkey");
        return { passkey: await key.assert(challenge) };
      },
    ];
    for (const proof of proofs) {
      await ageProofs(mona, 31);
      const refused = await mona.call("POST", `${OWN}/recovery-codes`);
      expect(outcomeOf(refused)).toEqual([403, "reauthentication_required"]);
      expect(refused.meter.rowsWritten).toBe(0);
      expect(await mona.ok("GET", "/api/user/confirm")).toEqual({
        methods: ["password", "passkey", "authenticator"],
        isRecent: false,
      });
      const body = await proof();
      const answer = await confirm(body);
      expect([answer.status, answer.meter.trips]).toEqual([204, 2]);
      expect((await mona.call("POST", `${OWN}/recovery-codes`)).status).toBe(201);
      if (!("password" in body)) expect((await confirm(body)).status).toBe(400);
    }
    expect(await value("select count(*) from audit_log where action = 'user.confirmed'")).toBe(3);
  });

  it("limits wrong answers, refuses no proof or two at once, and requires a session", async () => {
    await authenticator(mona);
    await ageProofs(mona, 31);
    expect(outcomeOf(await confirm({ password: "wrong" }))).toEqual([400, "wrong_password"]);
    expect(outcomeOf(await confirm({}))).toEqual([400, "invalid_input"]);
    expect(outcomeOf(await confirm({ password: PASSWORD, code: "000000" }))).toEqual([400, "invalid_input"]);
    for (let count = 0; count < 5; count += 1)
      expect(outcomeOf(await confirm({ code: "000000" }))).toEqual([400, "wrong_code"]);
    expect(outcomeOf(await confirm({ code: "000000" }))).toEqual([429, "too_many_codes"]);
    expect(await mona.ok("GET", "/api/user/confirm")).toMatchObject({ isRecent: false });
    expect((await nobody.call("POST", "/api/user/confirm", { body: { code: "000000" } })).status).toBe(401);
  });
});
