import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { backgroundDone, type Caller, organization, person, raw, rows } from "../../testing/world.ts";
import { askedOfGateway, gateway } from "../bots/testing/bots.factory.ts";
import type { RsiRequest, RsiStatus } from "./rsi.schema.ts";
import { account, citizen, control, pending } from "./testing/rsi.factory.ts";

beforeEach(() => control("reset", {}));

const status = (who: Caller) => who.ok<RsiStatus>("GET", "/api/rsi/status");

/** Requests a code, adds it to the bio, and completes the verification. */
async function prove(who: Caller, handle: string): Promise<number> {
  await citizen(handle);
  const { id, verificationCode } = await who.ok<RsiRequest>("POST", "/api/rsi/verify", { rsiHandle: handle });
  await citizen(handle, { bio: verificationCode });
  return (await who.call("POST", `/api/rsi/verify/${id}/check`)).status;
}

it("gives a handle that two users verify to the latest proof, whatever the case, and tells the former holder", async () => {
  const [first, second] = [await person("member", 1, "First"), await person("member", 1, "Second")];
  await citizen("Vega_Rook", { record: 77 });
  expect(await prove(first, "vega_rook")).toBe(200);
  expect(await prove(second, "VEGA_ROOK")).toBe(200);
  expect(await status(second)).toMatchObject({ rsiVerified: true, rsiHandle: "Vega_Rook", lostHandle: null });
  expect(await status(first)).toMatchObject({ rsiVerified: false, rsiHandle: null, lostHandle: "Vega_Rook" });
  expect(
    await rows("select actor_name, entity_name, details from audit_log where action = 'rsi.lost'"),
  ).toEqual([{ actor_name: "Second", entity_name: "First", details: null }]);

  await first.ok("DELETE", "/api/rsi/lost-handle");
  expect((await status(first)).lostHandle).toBeNull();
  expect(await prove(first, "Vega_Rook")).toBe(200);
  expect((await status(second)).lostHandle).toBe("Vega_Rook");
  // A new verification ends the message.
  expect(await prove(second, "Another")).toBe(200);
  expect(await status(second)).toMatchObject({ rsiHandle: "Another", lostHandle: null });
});

it("the former holder gets an e-mail where there is a mail service", async () => {
  await gateway("reset");
  await gateway("script", { path: "POST /emails", mode: "body", status: 200, body: {}, times: 9 });
  const [first, second] = [await person("member"), await person("member")];
  await raw.DB.prepare("update users set email = 'first@example.org' where id = ?").bind(first.userId).run();
  await raw.DB.prepare(
    "insert or replace into organization_settings (organization_id, setting_key, setting_value, updated_at) values (1, 'email_notifications', 1, '')",
  ).run();
  await account(first, "Vega");
  const { id, code } = await pending(second, "Vega");
  await citizen("Vega", { bio: code });
  const settings = {
    MAIL_API_URL: `${raw["BOT_GATEWAY_URL"]}/emails`,
    MAIL_API_TOKEN: "planted-mail-token",
    MAIL_FROM: "Command Centre <no-reply@command.example>",
  };
  expect((await second.call("POST", `/api/rsi/verify/${id}/check`, { settings })).status).toBe(200);
  await backgroundDone();
  const mails = (await askedOfGateway()).filter(({ path }) => path === "POST /emails");
  expect(mails.map(({ body }) => body)).toMatchObject([
    { to: "first@example.org", subject: "RSI account Vega is no longer yours" },
  ]);
});

it("two codes in one bio at the same time leave one owner", async () => {
  const [first, second] = [await person("member"), await person("member")];
  const ask = (who: Caller) => who.ok<RsiRequest>("POST", "/api/rsi/verify", { rsiHandle: "Vega" });
  await citizen("Vega");
  const [one, two] = [await ask(first), await ask(second)];
  await citizen("Vega", { bio: `${one.verificationCode} ${two.verificationCode}` });
  const answers = await Promise.all([
    first.call("POST", `/api/rsi/verify/${one.id}/check`),
    second.call("POST", `/api/rsi/verify/${two.id}/check`),
  ]);
  expect(answers.map((each) => each.status)).toEqual([200, 200]);
  const verified = [await status(first), await status(second)].filter(({ rsiVerified }) => rsiVerified);
  expect(verified).toHaveLength(1);
});

it("the same citizen record under a new handle is the same account", async () => {
  const [pilot, other] = [await person("member"), await person("member")];
  await citizen("OldCall", { record: 500 });
  expect(await prove(pilot, "OldCall")).toBe(200);
  await control("rename", { handle: "OldCall", to: "NewCall" });
  expect(await prove(pilot, "NewCall")).toBe(200);
  expect(await status(pilot)).toMatchObject({ rsiHandle: "NewCall", recordNumber: "500" });
  expect(
    await rows("select details from audit_log where action = 'rsi.verified' order by id desc limit 1"),
  ).toEqual([{ details: null }]);

  await control("rename", { handle: "NewCall", to: "Newest" });
  expect(await prove(other, "Newest")).toBe(200);
  expect(await status(pilot)).toMatchObject({ rsiVerified: false, lostHandle: "NewCall" });
});

it("moves a handle that another citizen has taken over with its proof, and only within the organization", async () => {
  const [pilot, other] = [await person("member"), await person("member")];
  const foreign = await person("member", await organization());
  await account(foreign, "Vega", 600);
  await citizen("Vega", { record: 600 });
  expect(await prove(pilot, "Vega")).toBe(200);
  await control("remove", { handle: "Vega" });
  await citizen("Vega", { record: 601 });
  expect(await prove(other, "Vega")).toBe(200);
  expect(await status(other)).toMatchObject({ rsiHandle: "Vega", recordNumber: "601" });
  expect((await status(pilot)).lostHandle).toBe("Vega");
  expect(await status(foreign)).toMatchObject({ rsiVerified: true, lostHandle: null });
});

type Step =
  | { do: "verify"; who: number; citizen: number; upper: boolean }
  | { do: "rename"; citizen: number; to: number }
  | { do: "remove"; who: number };

/** Handles of three citizens, and one that is free. */
const HANDLES = ["Vega", "Rook", "No-Record", "Free"];
const RECORDS = [901, 902, null];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("verify" as const),
      who: fc.nat({ max: 2 }),
      citizen: fc.nat({ max: 2 }),
      upper: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("rename" as const),
      citizen: fc.nat({ max: 2 }),
      to: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), who: fc.nat({ max: 2 }) }) },
);

it("two users never have one handle or one record, in any order of proofs, renamings and removals", async () => {
  const pilots = [await person("member"), await person("member"), await person("member")];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      for (const table of ["rsi_accounts", "rsi_requests", "rsi_losses"])
        await raw.DB.prepare(`delete from ${table}`).run();
      await control("reset", {});
      const handles = HANDLES.slice(0, 3);
      for (const [at, record] of RECORDS.entries()) await citizen(HANDLES[at] ?? "", { record });
      const accounts = new Map<number, { handle: string; record: number | null }>();
      for (const each of steps) {
        if (each.do === "remove") {
          await pilots[each.who]?.ok("DELETE", "/api/rsi/verification");
          accounts.delete(each.who);
        } else if (each.do === "rename") {
          const [from = "", to = ""] = [handles[each.citizen], HANDLES[each.to]];
          if (handles.includes(to)) continue;
          await control("rename", { handle: from, to });
          handles[each.citizen] = to;
        } else {
          const [handle = "", record = null] = [handles[each.citizen], RECORDS[each.citizen]];
          const typed = each.upper ? handle.toUpperCase() : handle;
          expect(await prove(pilots[each.who] as Caller, typed)).toBe(200);
          for (const [who, has] of accounts)
            if (has.handle === handle || (record !== null && has.record === record)) accounts.delete(who);
          accounts.set(each.who, { handle, record });
        }
        const stored = await rows("select user_id, handle, record_number from rsi_accounts order by user_id");
        const wanted = [...accounts].map(([who, { handle, record }]) => ({
          user_id: pilots[who]?.userId ?? 0,
          handle,
          record_number: record,
        }));
        expect(stored).toEqual(wanted.sort((a, b) => a.user_id - b.user_id));
      }
    }),
    runs(3, 10),
  );
});
