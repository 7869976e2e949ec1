import { beforeEach, expect, it } from "vitest";
import { gateway } from "../../features/bots/testing/bots.factory.ts";
import { MAIL, mailAnswers, mailsAsked } from "../../features/notices/testing/notices.factory.ts";
import { settings } from "../../testing/world.ts";
import { userChannels } from "./channels.ts";
import { isMailConfigured, sendMail } from "./mail.ts";

const env = { ...settings(), ...MAIL };
const letter = { to: "a@example.org", subject: "Lost", text: "Alpha is lost." };
beforeEach(() => gateway("reset"));

it("needs an address, a token and a sender of the mail service", () => {
  const names = Object.keys(MAIL) as (keyof typeof MAIL)[];
  const isChannel = (settings: typeof env) => userChannels(settings).some(([name]) => name === "mail");
  expect([isMailConfigured(env), isChannel(env)]).toEqual([true, true]);
  for (const name of names) {
    const without = { ...env, [name]: "" };
    expect([name, isMailConfigured(without), isChannel(without)]).toEqual([name, false, false]);
  }
});

it("counts a mail as sent once the service took it, whatever its answer says, and reports every other outcome", async () => {
  const sent = async (values?: object, by = env) => {
    await gateway("reset");
    await mailAnswers(values);
    return sendMail(by, letter, "key").then(
      () => "sent",
      (error: Error) => error.message,
    );
  };
  expect(await sent()).toBe("sent");
  expect(await mailsAsked()).toHaveLength(1);
  expect(await sent({ mode: "body", status: 200, body: "no JSON", times: 1 })).toBe("sent");
  expect(await sent({ mode: "body", status: 503, body: {}, times: 1 })).toBe("the mail service answered 503");
  expect(await sent(undefined, { ...env, MAIL_API_URL: "http://127.0.0.1:1/" })).toBe("upstream unreachable");
  expect(await sent(undefined, { ...env, MAIL_API_URL: "" })).toBe("no mail service configured");
});
