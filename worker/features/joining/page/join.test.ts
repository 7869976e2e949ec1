import { expect, it } from "vitest";
import worker from "../../../index.ts";
import { raw } from "../../../testing/database.ts";
import { nobody, person } from "../../../testing/world.ts";
import { openDoor, sentBy, setRule, stranger } from "../testing/joining.factory.ts";

const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;
/** The web app: its document names a style sheet. */
const ASSETS = {
  fetch: async () => new Response('<link rel="stylesheet" href="/assets/style-x1.css">the app'),
} as unknown as Fetcher;

async function open(path = "/join", headers: Record<string, string> = {}, method = "GET", settings = {}) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { Accept: "text/html", ...headers },
  });
  const answer = await worker.fetch(request as never, { ...raw, ASSETS, ...settings } as never, execution);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const describeUs = async (values: object) =>
  (await person("administrator")).ok("PUT", "/api/organization/1/profile", { ...values, version: 0 });

it("answers 404 with the web app's page while the front door is off", async () => {
  const { status, text } = await open();
  expect([status, text.includes("the app")]).toEqual([404, true]);
});

it("says what the organization is, looks for and needs, and how many questions there are, without any script", async () => {
  await openDoor();
  await setRule("least_account_days", 30);
  await describeUs({
    ...{ name: "Nordic Star", sentenceEn: "Fly with us", textEn: "We haul.\n\nAnd **rescue**.", since: 2019 },
    looksForEn: "Medics: The Saturday convoys leave with empty seats.",
  });
  const { status, headers, text } = await open();
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
  for (const words of [
    "<h1>Fly with us</h1>",
    "<p>We haul.</p>",
    "<strong>rescue</strong>",
    "<strong>Medics</strong>",
    "9 questions.",
    "a Discord account that is 30 days old",
    'href="/api/auth/discord"',
    'content="noindex"',
    '<meta property="og:title" content="Join Nordic Star">',
    "Nordic Star, since 2019",
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/<link rel="stylesheet" href="\/assets\/style-[\w-]+\.css">/);
  expect(text).not.toMatch(/<script|style="| on\w+="|answer usually takes/);
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'; style-src 'self'");
  const danish = await open("/join?lang=da");
  expect(danish.text).toContain('<html lang="da">');
  expect(danish.text).toContain("Fortsæt med Discord");
  expect((await open("/join", { "Accept-Language": "da" })).text).toContain('<html lang="da">');
  for (const lang of ["xx", "%22%3E", ""])
    expect((await open(`/join?lang=${lang}`)).text).toContain('<html lang="en">');
  await setRule("join_indexed", true);
  expect((await open()).text).not.toContain("noindex");
});

it("shows what administrators typed as words, whatever it looks like", async () => {
  await openDoor();
  await describeUs({
    ...{ name: '"><b>Star</b>', sentenceEn: "<i>Fly</i>" },
    ...{ textEn: "<img src=x>\n\n[in](javascript:x)", looksForEn: "<u>A: <s>b" },
  });
  const { text } = await open();
  expect(text).not.toMatch(/<b>|<i>|<u>|<s>|<img src=x|href="javascript/);
  expect(text).toContain("&lt;i&gt;Fly&lt;/i&gt;");
});

it("leads a signed-in stranger to their application, and a member home", async () => {
  await openDoor();
  const caller = await stranger("Elias Lund");
  const cookie = (who: typeof caller) => ({ Cookie: `session=${who.token}` });
  const theirs = await open("/join", cookie(caller));
  expect(theirs.text).toContain('href="/application">Go on as Elias Lund');
  const member = await open("/join", cookie(await person("member")));
  expect(member.text).toContain("You are a member.");
});

it("tells how long an answer usually takes once ten were given", async () => {
  await openDoor();
  for (let count = 1; count <= 10; count++) {
    await sentBy(await stranger(), {
      ...{ sent_at: "2026-11-01T10:00:00.000Z", answered_at: "2026-11-02T22:00:00.000Z" },
      ...{ sent_on: "2026-11-01", number_of_day: count },
    });
    const { text } = await open();
    expect(text.includes("2 days</span>"), String(count)).toBe(count === 10);
  }
});

it("says whether an answer comes by e-mail, or is on the page alone", async () => {
  await openDoor();
  const kept = "Then keep this page";
  expect((await open()).text).toContain(kept);
  await setRule("email_notifications", true);
  expect((await open()).text).toContain(kept);
  const mail = { MAIL_API_URL: "https://mail.example", MAIL_API_TOKEN: "token", MAIL_FROM: "a@example.org" };
  const { text } = await open("/join", {}, "GET", mail);
  expect([text.includes(kept), text.includes("Give your e-mail there")]).toEqual([false, true]);
});

it("keeps the code of a link by which somebody came, in a cookie, and nothing that is no code", async () => {
  await openDoor();
  expect((await open("/join?by=q7Kd2m")).headers.get("Set-Cookie")).toMatch(/^by=q7Kd2m; .*HttpOnly/);
  for (const by of ["%3Cscript%3E", "a", "x".repeat(99)])
    expect((await open(`/join?by=${by}`)).headers.get("Set-Cookie"), by).toBeNull();
  expect((await open("/join", { Accept: "*/*" }, "POST")).status).toBe(404);
  expect((await nobody.call("GET", "/api/join")).meter.trips).toBe(1);
});

it("says until when nobody is taken in, and what else is needed, in the reader's language", async () => {
  await openDoor();
  const door = {
    isClosed: true,
    closedUntil: `${new Date().getFullYear() + 1}-01-04`,
    needsEn: "a headset",
    needsDa: "et headset",
    version: 0,
  };
  await (await person("administrator")).ok("PUT", "/api/door/1", door);
  const { text } = await open();
  for (const words of ["We take nobody in until 4 January.", "<span>a headset</span>"])
    expect(text).toContain(words);
  expect(text).not.toContain("/api/auth/discord");
  const danish = await open("/join?lang=da");
  for (const words of ["Vi tager ingen ind før 4. januar.", "<span>et headset</span>"])
    expect(danish.text).toContain(words);
});
