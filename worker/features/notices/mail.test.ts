import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backgroundDone, type Caller, person, raw, value } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import { giveAddress, MAIL, mailAnswers, mailsAsked, switchMail } from "./testing/notices.factory.ts";

let officer: Caller;
let member: Caller;

beforeEach(async () => {
  await gateway("reset");
  await mailAnswers();
  officer = await person("officer", 1, "Otto");
  member = await person("member", 1, "Mona");
  await giveAddress(member, "mona@example.org");
  await switchMail(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

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
const waiting = () => value<number>("select count(*) from outbox");

describe("the e-mail to a member", () => {
  it("has the change of role or status, in the member's language", async () => {
    expect(await changeRole()).toBe(200);
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(member.userId).run();
    expect(await deactivate()).toBe(200);
    const [first, second, ...more] = await mailsAsked();
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
    expect(await waiting()).toBe(0);
  });

  it("is not sent where nothing changed or the change was refused", async () => {
    await put(`/api/members/${member.memberId}/status`, { status: "active" });
    await put(`/api/members/${member.memberId}/status`, { status: "inactive", version: 7 });
    expect([await mailsAsked(), await waiting()]).toEqual([[], 0]);
  });

  const silences: [why: string, arrange: () => Promise<unknown>, settings?: Record<string, string>][] = [
    ["the setting is off", () => switchMail(false)],
    ["the setting was never switched on", () => raw.DB.prepare("delete from organization_settings").run()],
    ["the member has no address", () => giveAddress(member, null)],
    ["no mail service is configured", async () => undefined, {}],
    ["the sender is not configured", async () => undefined, { ...MAIL, MAIL_FROM: "" }],
  ];
  for (const [why, arrange, settings] of silences) {
    it(`is not sent while ${why}, and nothing is stored for it`, async () => {
      await arrange();
      const { meter } = await officer.call("PUT", `/api/members/${member.memberId}/status`, {
        body: { status: "inactive" },
        settings: settings ?? MAIL,
      });
      const before = meter.rowsWritten;
      await backgroundDone();
      expect([await mailsAsked(), await waiting(), meter.rowsWritten]).toEqual([[], 0, before]);
    });
  }

  it("does not undo the change when the mail service fails, and the log names no address and no token", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const values of [
      { mode: "status", status: 500, body: MAIL },
      { mode: "drop" },
      { mode: "garbage" },
    ]) {
      await gateway("reset");
      await mailAnswers(values);
      await raw.DB.prepare("update members set status = 'active' where id = ?").bind(member.memberId).run();
      expect(await deactivate()).toBe(200);
    }
    const printedText = JSON.stringify(printed.mock.calls);
    // An answer that is not JSON comes from a service that accepted the e-mail.
    expect(printed).toHaveBeenCalledTimes(2);
    expect(printedText).toContain("the mail service answered 500");
    expect(printedText).not.toMatch(/planted|mona@/);
  });
});
