import { expect, it } from "vitest";
import type { SystemContext } from "../../lib/context.ts";
import { openDb } from "../../lib/db/client.ts";
import { definedErrors } from "../../lib/errors.ts";
import {
  backgroundDone,
  Caller,
  hoursFromNow,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { PASSWORD } from "../auth/testing/auth.cases.ts";
import { memberWithPassword } from "../second-factor/testing/second-factor.factory.ts";
import { MOST_COUNTED, type SecurityEntry } from "./security-log.schema.ts";
import { deleteOldRefusals, MOST_ENTRIES, noteRefusal } from "./security-log.ts";

/** Errors of status 403 that are rules of the product's ordinary use, and no sign of an attack. */
const RULES = [
  "application_not_yours",
  "application_self",
  "contract_not_yours",
  "correction_not_payer",
  "door_blocked",
  "event_claim_own",
  "event_not_yours",
  "expense_not_yours",
  "own_membership",
  "registration_closed",
  "security_message_kept",
  "security_trial_own",
  "system_permission",
  "team_not_reviewer",
  "team_own_application",
  "transfer_not_payer",
  "transfer_not_receiver",
  "wish_comment_not_yours",
  "wish_not_yours",
];

const PATH = "/api/security-log/1";
const visitor = new Caller(null);
const context = () => ({ db: openDb(raw.DB, undefined).db, now: new Date() }) as SystemContext;

it("shows administrators failed sign-ins by known user and network, and never typed names", async () => {
  const administrator = await person("administrator");
  const { mona, username } = await memberWithPassword();
  for (const body of [
    { username, password: "wrong-one-1" },
    { username, password: "wrong-one-2" },
    { username: PASSWORD, password: "typed-in-the-wrong-field" },
  ])
    await visitor.fails("POST", "/api/login", body);
  await backgroundDone();
  const entries = await administrator.ok<SecurityEntry[]>("GET", PATH);
  expect(entries.map(({ kind, user, count }) => [kind, user?.id ?? null, count]).sort()).toEqual(
    [
      ["sign_in_failed", mona.userId, 2],
      ["sign_in_failed", null, 1],
    ].sort(),
  );
  const stored = JSON.stringify(await rows("select * from security_log"));
  for (const secret of [PASSWORD, "wrong-one-1", "typed-in-the-wrong-field"])
    expect(stored).not.toContain(secret);
});

it("counts refused permissions and missing proofs of a user, with the permission", async () => {
  const [administrator, member] = [await person("administrator"), await person("member")];
  await raw.DB.prepare("update sessions set created_at = ? where user_id = ?")
    .bind(hoursFromNow(-1), administrator.userId)
    .run();
  await member.fails("GET", "/api/audit/1");
  await administrator.fails("DELETE", "/api/user/sessions");
  await backgroundDone();
  const list = (query: string) => administrator.ok<SecurityEntry[]>("GET", `${PATH}?${query}`);
  expect(await list("kind=permission_missing")).toMatchObject([
    { user: { id: member.userId }, permission: "audit.read", count: 1 },
  ]);
  expect(await list(`user=${administrator.userId}`)).toMatchObject([{ kind: "proof_missing", count: 1 }]);
  expect((await member.fails("GET", PATH)).code).toBe("forbidden");
});

it("distinguishes an inactive member, another website and a grant beyond one's rights from a wrong password or a missing permission", async () => {
  const administrator = await person("administrator");
  const { mona, username } = await memberWithPassword();
  await raw.DB.prepare("update members set status = 'inactive' where user_id = ?").bind(mona.userId).run();
  await visitor.fails("POST", "/api/login", { username, password: PASSWORD });
  await visitor.call("POST", "/api/login", { body: {}, headers: { Origin: "https://elsewhere.example" } });
  const officer = await person("officer");
  expect(
    (
      await officer.fails("PUT", `/api/members/${administrator.memberId}/status`, {
        status: "inactive",
        version: 1,
      })
    ).code,
  ).toBe("outranked");
  await backgroundDone();
  const entries = await administrator.ok<SecurityEntry[]>("GET", PATH);
  expect(entries.map(({ kind }) => kind).sort()).toEqual([
    "member_inactive",
    "origin_wrong",
    "rights_exceeded",
  ]);
});

it("has a kind for each refusal of rights, or lists it as a rule of ordinary use", () => {
  const unsaid = [...definedErrors()].filter(([, { status, refusal }]) => status === 403 && !refusal);
  expect(unsaid.map(([code]) => code).sort()).toEqual(RULES);
});

it("stays bounded for any number of refused networks, and separate for each organization", async () => {
  const user = { id: 1, organizationId: await organization() };
  for (let at = 0; at < MOST_ENTRIES + 20; at++)
    await noteRefusal(context(), {
      ...{ kind: "sign_in_failed", user: null, permission: null },
      network: `203.0.${at}.0/24`,
    });
  const count = () => value<number>("select count(*) from security_log where organization_id = 1");
  expect(await count()).toBeLessThanOrEqual(MOST_ENTRIES + 2);
  expect(await value("select sum(count) from security_log")).toBe(MOST_ENTRIES + 20);
  await noteRefusal(context(), { kind: "code_wrong", user, network: null, permission: null });
  expect(await value("select organization_id from security_log where kind = 'code_wrong'")).toBe(
    user.organizationId,
  );
});

it("writes one row for each refusal of a user, and none beyond an entry's limit", async () => {
  const member = await person("member");
  const written: number[] = [];
  for (let sent = 0; sent < MOST_COUNTED + 3; sent++) {
    const answer = await member.call("GET", "/api/audit/1");
    await backgroundDone();
    written.push(answer.meter.rowsWritten);
  }
  expect(written).toEqual([...Array(MOST_COUNTED).fill(1), 0, 0, 0]);
  expect(await rows("select count from security_log")).toEqual([{ count: MOST_COUNTED }]);
});

it("is deleted after 90 days", async () => {
  await noteRefusal(context(), { kind: "code_wrong", user: null, network: null, permission: null });
  await deleteOldRefusals({ ...context(), now: new Date(hoursFromNow(89 * 24)) });
  expect(await value("select count(*) from security_log")).toBe(1);
  await deleteOldRefusals({ ...context(), now: new Date(hoursFromNow(91 * 24)) });
  expect(await value("select count(*) from security_log")).toBe(0);
});
