import { beforeEach, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { raw, settings } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import { deliverMail } from "./mail.ts";
import { MAIL, mailAnswers, mailsAsked } from "./testing/notices.factory.ts";

const env = { ...settings(), ...MAIL };
const text = {
  title: { en: "Lost", da: "Væk" },
  opens: { page: "/a" },
  en: "{name} is lost.",
  da: "{name} er væk.",
};
const mail = { en: { subject: "Lost" }, da: { subject: "Væk" } };

beforeEach(async () => {
  await gateway("reset");
  await mailAnswers();
});

/** Sends a notice of some names as one e-mail. */
async function send(words: typeof text, names: string[], needs: readonly string[] = []) {
  const items = names.map((name) => ({
    kind: "lost",
    text: words,
    details: { name },
    at: "2950-01-01T00:00:00.000Z",
  }));
  const context = { db: openDb(raw.DB, "first-primary").db, env, now: new Date(), language: "en" as const };
  await deliverMail(context, {
    ...{
      organizationId: 1,
      userId: 1,
      key: "key",
      address: "a@example.org",
      language: "da",
      mayBeOut: false,
    },
    items: items as [(typeof items)[0]],
    needs,
  });
  const [sent] = await mailsAsked();
  return sent?.body as { from: string; to: string; subject: string; text: string };
}

it("writes a notice in its own words, with the address of the app", async () => {
  expect(await send({ ...text, mail } as typeof text, ["Alpha"])).toMatchObject({
    ...{ to: "a@example.org", subject: "Væk", text: `Alpha er væk.\n\n${env.APP_URL}` },
  });
});

it("uses the sentence of a kind without a text for e-mails", async () => {
  expect(await send(text, ["Alpha"])).toMatchObject({
    subject: "Alpha er væk",
    text: `Alpha er væk.\n\n${env.APP_URL}`,
  });
});

it("is sent in the name of the organization, once it has one", async () => {
  await raw.DB.prepare(`update organizations set name = 'Nova "Red" Star' where id = 1`).run();
  const { subject, text: body, from } = await send(text, ["Alpha", "Beta"]);
  expect([subject, from]).toEqual([
    '2 notifikationer fra Nova "Red" Star',
    '"Nova \\"Red\\" Star" <no-reply@command.example>',
  ]);
  expect(body).toMatch(/^Nova "Red" Star: https?:\/\/\S+$/m);
  await raw.DB.prepare("update organizations set name = 'Command Centre' where id = 1").run();
});

it("begins with what needs the receiver, of which it counts all but ten", async () => {
  const needs = Array.from({ length: 12 }, (_, at) => `Svar ${at}.`);
  const { text: body } = await send(text, ["Alpha"], needs);
  expect(body.split("\n")).toEqual([
    ...["Venter på dig nu:", ...needs.slice(0, 10).map((each) => `- ${each}`), "- Og 2 mere", ""],
    ...["Alpha er væk.", "", env.APP_URL],
  ]);
});

it("makes one e-mail of a summary, and counts the omitted ones", async () => {
  const { subject, text: body } = await send(
    text,
    Array.from({ length: 33 }, (_, at) => `Ship ${at}`),
  );
  expect(subject).toBe("33 notifikationer fra Command Centre");
  expect([body.includes("Ship 0 er væk."), body.includes("Ship 30 er væk.")]).toEqual([true, false]);
  expect(body).toContain("Og 3 mere.");
});
