import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { givePassword } from "../auth/testing/auth.cases.ts";
import type { AssertionOptions, CreationOptions } from "./second-factor.schema.ts";
import {
  addPasskey,
  firstStep,
  memberWithPassword,
  OWN,
  outcomeOf,
  passkey,
  secondStep,
} from "./testing/second-factor.factory.ts";
import { type Lie, SoftwareAuthenticator } from "./testing/software-authenticator.ts";

let mona: Caller;
let username: string;
beforeEach(async () => {
  ({ mona, username } = await memberWithPassword());
});

describe("passkeys", () => {
  it("cannot have names with hidden characters", async () => {
    const made = { id: "a", clientDataJSON: "a", attestationObject: "a", transports: [] };
    for (const name of ["Blue\u202ekey", "Blue\nkey", "\u200b", "Key\u0000"])
      expect(
        (await mona.fails("POST", "/api/user/second-factor/passkeys", { ...made, name })).errors,
      ).toHaveProperty("name");
  });

  it("sign in once per challenge, only from our own pages, with the key that was added", async () => {
    const { key } = await addPasskey(mona, "Blue key");
    const stranger = await person("member");
    await givePassword(stranger);
    const { key: foreign } = await addPasskey(stranger);
    const { secondFactor, waiting } = await firstStep(username);
    const { challenge, rpId, allowCredentials } = secondFactor.passkey as AssertionOptions;
    expect([rpId, allowCredentials]).toEqual([
      "localhost",
      [{ type: "public-key", id: key.id, transports: ["usb"] }],
    ]);
    expect(secondFactor.methods).toEqual(["passkey", "recovery_code"]);
    const lies: Lie[] = [
      { origin: "http://localhost:9999" },
      { origin: "https://localhost.example.org" },
      { rpId: "example.org" },
      { type: "webauthn.create" },
    ];
    const wrong = [
      await foreign.assert(challenge),
      { ...(await foreign.assert(challenge)), id: key.id },
      await key.assert(Buffer.from("another").toString("base64url")),
      { ...(await key.assert(challenge)), signature: (await key.assert(challenge)).clientDataJSON },
    ];
    for (const each of wrong)
      expect(outcomeOf(await secondStep(waiting, { passkey: each }))).toEqual([400, "passkey_refused"]);
    const next = await firstStep(username);
    const asked = next.secondFactor.passkey?.challenge ?? "";
    for (const lie of lies) {
      const answer = await secondStep(next.waiting, { passkey: await key.assert(asked, lie) });
      expect([lie, outcomeOf(answer)]).toEqual([lie, [400, "passkey_refused"]]);
    }
    const good = await key.assert(asked);
    const both = await Promise.all([1, 2].map(() => secondStep(next.waiting, { passkey: good })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomeOf(await secondStep(next.waiting, { passkey: good }))).toEqual([410, "sign_in_ended"]);
    expect(await value("select second_factor from sessions where second_factor is not null")).toBe("passkey");
    expect(
      await rows(
        "select name, counter, last_used_at is not null as used from passkeys where user_id = ?",
        mona.userId,
      ),
    ).toEqual([{ name: "Blue key", counter: expect.any(Number), used: 1 }]);
    // A copied key would send a lower count of signatures.
    const last = await firstStep(username);
    const copied = await key.assert(last.secondFactor.passkey?.challenge ?? "", { counter: 1 });
    expect(outcomeOf(await secondStep(last.waiting, { passkey: copied }))).toEqual([400, "passkey_refused"]);
  });

  it("are added once per challenge, in the session that asked, ten at most", async () => {
    const key = await SoftwareAuthenticator.make(String(raw["APP_URL"]));
    const add = (body: object, caller = mona) => caller.call("POST", `${OWN}/passkeys`, { body });
    const options = () => mona.ok<CreationOptions>("POST", `${OWN}/passkeys/options`);
    const { challenge, user } = await options();
    expect(Buffer.from(user.id, "base64url").toString()).toBe(String(mona.userId));
    const stranger = await person("member");
    await givePassword(stranger);
    expect(outcomeOf(await add(await key.register(challenge), stranger))).toEqual([400, "passkey_refused"]);
    for (const lie of [{ origin: "https://example.org" }, { rpId: "example.org" }, { type: "webauthn.get" }])
      expect(outcomeOf(await add(await key.register(challenge, "Key", lie)))).toEqual([
        400,
        "passkey_refused",
      ]);
    const made = await key.register(challenge);
    const answers = await Promise.all([add(made), add(made)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(outcomeOf(await add(await key.register((await options()).challenge)))).toEqual([
      409,
      "passkey_present",
    ]);
    for (let count = 1; count < 10; count += 1) await passkey(mona);
    expect(outcomeOf(await mona.call("POST", `${OWN}/passkeys/options`))).toEqual([409, "too_many_passkeys"]);
  });
});
