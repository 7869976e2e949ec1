import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backgroundDone, type Caller, settings as current, person, raw, value } from "../../testing/world.ts";
import { askedOfGateway, gateway } from "../bots/testing/bots.factory.ts";

// The scripted server beside the tests stands in for the mail service.
const MAIL = {
  MAIL_API_URL: `${current().BOT_GATEWAY_URL}/emails`,
  MAIL_API_TOKEN: "planted-mail-token",
  MAIL_FROM: "Command Centre <no-reply@command.example>",
};
let officer: Caller;
let member: Caller;

beforeEach(async () => {
  await gateway("reset");
  await answer({ mode: "body", status: 200, body: { id: "mail-1" }, times: 20 });
  officer = await person("officer", 1, "Otto");
  member = await person("member", 1, "Mona");
  await raw.DB.prepare("update users set email = 'mona@example.org' where id = ?").bind(member.userId).run();
  await switchMail(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const answer = (values: object) => gateway("script", { path: "POST /emails", ...values });
const switchMail = (on: boolean) =>
  raw.DB.prepare(
    `insert or replace into organization_settings (organization_id, setting_key, setting_value, updated_at)
     values (1, 'email_notifications', ?, '')`,
  )
    .bind(on ? 1 : 0)
    .run();

async function put(path: string, body: object, settings: Record<string, string> = MAIL) {
  const { status } = await officer.call("PUT", path, { body, settings });
  await backgroundDone();
  return status;
}
const deactivate = (settings?: Record<string, string>) =>
  put(`/api/members/${member.memberId}/status`, { status: "inactive" }, settings);
const changeRole = async () =>
  put(`/api/members/${member.memberId}/role`, {
    roleId: await value("select id from roles where organization_id = 1 and key = 'recruiter'"),
  });

describe("a member is told by e-mail", () => {
  it("of another role and of another status, in their language", async () => {
    expect(await changeRole()).toBe(200);
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(member.userId).run();
    expect(await deactivate()).toBe(200);
    const [first, second, ...more] = await askedOfGateway();
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      path: "POST /emails",
      authorization: "Bearer planted-mail-token",
      body: {
        from: MAIL.MAIL_FROM,
        to: "mona@example.org",
        subject: "Your role is now Recruiter",
        text: `Otto gave you the role Recruiter.\n\n${raw["APP_URL"]}`,
      },
    });
    expect(second?.body).toMatchObject({ subject: "Du er nu inaktiv" });
  });

  it("of nothing that did not change, or was refused", async () => {
    await put(`/api/members/${member.memberId}/status`, { status: "active" });
    await put(`/api/members/${member.memberId}/status`, { status: "inactive", version: 7 });
    expect(await askedOfGateway()).toEqual([]);
  });

  const silences: [why: string, arrange: () => Promise<unknown>, settings?: Record<string, string>][] = [
    ["the setting is off", () => switchMail(false)],
    ["it was never switched on", () => raw.DB.prepare("delete from organization_settings").run()],
    ["there is no address", () => raw.DB.prepare("update users set email = null").run()],
    ["no mail service is configured", async () => undefined, {}],
    ["its sender is not named", async () => undefined, { ...MAIL, MAIL_FROM: "" }],
  ];
  for (const [why, arrange, settings] of silences) {
    it(`but not while ${why}`, async () => {
      await arrange();
      expect(await deactivate(settings)).toBe(200);
      expect(await askedOfGateway()).toEqual([]);
    });
  }

  it("and a mail service that fails changes nothing but the log, which says no address and no token", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const values of [
      { mode: "status", status: 500, body: MAIL },
      { mode: "drop" },
      { mode: "garbage" },
    ]) {
      await gateway("reset");
      await answer(values);
      await raw.DB.prepare("update members set status = 'active' where id = ?").bind(member.memberId).run();
      expect(await deactivate()).toBe(200);
    }
    const said = JSON.stringify(printed.mock.calls);
    // What it took with an answer that is no JSON has gone out.
    expect(printed).toHaveBeenCalledTimes(2);
    expect(said).toContain("the mail service answered 500");
    expect(said).not.toMatch(/planted|mona@/);
  });
});
