import { describe, expect, it } from "vitest";
import { type $ZodType, safeParse } from "zod/v4/core";
import { API } from "./app.ts";
import { givePassword, PASSWORD } from "./features/auth/testing/auth.cases.ts";
import { ask, feedOf } from "./features/calendar/testing/calendar.factory.ts";
import { backFromDiscord } from "./features/discord/testing/discord.factory.ts";
import {
  authenticator,
  cookieOf,
  firstStep,
  memberWithPassword,
  noticesOf,
} from "./features/second-factor/testing/second-factor.factory.ts";
import { cookieNames } from "./lib/http/cookie.ts";
import { signedPurposes } from "./lib/signed.ts";
import { rowCounts } from "./testing/inspect.ts";
import { backgroundDone, call, person } from "./testing/world.ts";

/** Something that comes back: as it was given, and whether it is believed in a given form. */
type WayBack = {
  signedFor?: string | readonly string[];
  begin: () => Promise<{ given: string; isBelieved: (text: string) => Promise<boolean> }>;
};

const password = { password: PASSWORD };

/** By the name of a cookie, or by what else carries it. */
const WAYS: Record<string, WayBack> = {
  session: {
    async begin() {
      const { token } = await person("member");
      const isBelieved = async (text: string) =>
        (await call("GET", "/api/user", { token: text })).status === 200;
      return { given: String(token), isBelieved };
    },
  },
  "a renewed session": {
    async begin() {
      const { mona } = await memberWithPassword();
      await mona.ok("POST", "/api/user/confirm", password);
      const isBelieved = async (text: string) =>
        (await call("GET", "/api/user", { token: text })).status === 200;
      return { given: String(mona.token), isBelieved };
    },
  },
  device: {
    signedFor: "known devices",
    async begin() {
      const { mona, username } = await memberWithPassword();
      const given = cookieOf((await firstStep(username)).answer, "device") ?? "";
      // A device that is not believed is a new one, of which the user is told.
      const isBelieved = async (text: string) => {
        const before = (await noticesOf(mona)).length;
        await firstStep(username, text);
        return (await noticesOf(mona)).length === before;
      };
      return { given, isBelieved };
    },
  },
  waiting: {
    signedFor: ["begun sign-ins", "waiting sign-ins"],
    async begin() {
      const { mona, username } = await memberWithPassword();
      const code = await authenticator(mona);
      const { waiting } = await firstStep(username);
      const isBelieved = async (text: string) =>
        (
          await call("POST", "/api/login/second-factor", {
            body: { code: code() },
            headers: { Cookie: `waiting=${text}` },
          })
        ).status === 200;
      return { given: waiting, isBelieved };
    },
  },
  grant: {
    signedFor: "Discord grants",
    async begin() {
      const { path, headers } = await backFromDiscord();
      const given = String(headers?.["Cookie"]).slice("grant=".length);
      const isBelieved = async (text: string) =>
        (await call("GET", path, { headers: { Cookie: `grant=${text}` } })).headers.get("Location") === "/";
      return { given, isBelieved };
    },
  },
  "the state of Discord's answer": {
    async begin() {
      const { path, headers = {} } = await backFromDiscord();
      const [rest = "", given = ""] = path.split("&state=");
      const isBelieved = async (text: string) =>
        (await call("GET", `${rest}&state=${text}`, { headers })).headers.get("Location") === "/";
      return { given, isBelieved };
    },
  },
  "the fragment of a password link": {
    async begin() {
      const mona = await person("member");
      await givePassword(mona);
      const path = `/api/members/${mona.memberId}/password-link`;
      const { url } = await (await person("administrator")).ok<{ url: string }>("POST", path, {});
      const isBelieved = async (token: string) =>
        (await call("POST", "/api/password-link", { body: { token, ...password } })).status === 200;
      return { given: url.split("password_link=")[1] ?? "", isBelieved };
    },
  },
  "the token of a calendar address": {
    async begin() {
      const [path = "", given = ""] = (await feedOf(await person("member"))).split("token=");
      const isBelieved = async (text: string) => (await ask(`${path}token=${text}`)).status === 200;
      return { given, isBelieved };
    },
  },
};

/** The text with each of its parts altered at its beginning, middle and end, left out, and doubled. */
function alterations(text: string): string[] {
  const parts = text.split(".");
  const other = (letter: string) => String.fromCharCode(letter.charCodeAt(0) ^ 1).replace(/[^\w-]/, "x");
  return parts.flatMap((part, at) =>
    [
      ...[0, part.length >> 1, part.length - 1].map(
        (place) => part.slice(0, place) + other(part[place] ?? "") + part.slice(place + 1),
      ),
      "",
      `${part}A`,
      `${part}.${part}`,
    ].map((altered) => parts.with(at, altered).join(".")),
  );
}

/** Where to read from, by whose link somebody came, that there may be a session, and what a page may ask for first: none grants anything. */
const GRANT_NOTHING = ["bookmark", "by", "reader", "signed_in"];

/** Headers of requests that bring back what an answer gave, or are signed, with the test that alters them. */
const HEADERS: Record<string, string> = {
  '"Idempotency-Key"': "worker/replays.test.ts",
  '"If-None-Match"': "worker/entity-tags.test.ts",
  '"Authorization"': "worker/features/tokens/token.test.ts",
  "SIGNATURE_HEADERS.bot": "worker/gateway-requests.test.ts",
  // Each of SIGNATURE_HEADERS.
  name: "worker/gateway-requests.test.ts",
  '"X-Signature-Ed25519"': "worker/features/interactions/interactions.test.ts",
  '"X-Signature-Timestamp"': "worker/features/interactions/interactions.test.ts",
  // The worker sets it, on requests of its own to the hub.
  READER_HEADER: "worker/lib/live/live.test.ts",
};
/** Headers that say where a request comes from and how it is written. */
const OF_REQUESTS = [
  "CF-Connecting-IP",
  "User-Agent",
  "Origin",
  "Sec-Fetch-Site",
  "Content-Length",
  "Content-Type",
];

/** Parameters of queries that an answer gave, with the test that alters them. */
const PARAMETERS: Record<string, string> = {
  by: "worker/features/joining/page/join.test.ts",
  cursor: "worker/cursors.test.ts",
  lang: "worker/features/joining/page/join.test.ts",
  token: "worker/features/calendar/feed.test.ts",
  url: "worker/features/ships/photo.test.ts",
};

/** Parameters of free text that a user types, to find records by them. */
const SEARCHED = ["discordId", "displayName", "location", "q", "starCitizenId", "username"];

type Shape = Record<string, $ZodType>;
const shapeOf = (query: $ZodType | undefined): Shape =>
  (query?._zod.def as { shape?: Shape } | undefined)?.shape ?? {};

/** Whether a parameter can hold any text, other than a number, an instant or one of a few words. */
function isText(schema: $ZodType): boolean {
  const values = ["no", "-"].map((text) => safeParse(schema, text).success);
  return values.every(Boolean);
}

const sources = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts", "!./**/testing/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const tests = Object.keys(
  import.meta.glob<unknown>("./**/*.test.ts", { query: "?raw", import: "default", eager: true }),
);

describe("values that a browser brings back", () => {
  for (const [name, { begin }] of Object.entries(WAYS)) {
    it(`are accepted as they were given, and refused without a change when altered in any part: ${name}`, async () => {
      const { given, isBelieved } = await begin();
      await backgroundDone();
      const tables = async () => {
        const { attempts, sessions, notices, audit_log, ...others } = await rowCounts("security_log");
        // A sign-in on an unknown device succeeds; any other leaves only its count as an attempt.
        return name === "device" ? others : { sessions, notices, audit_log, ...others };
      };
      const before = await tables();
      for (const altered of alterations(given)) {
        expect([altered, altered !== given && (await isBelieved(altered))]).toEqual([altered, false]);
        expect(await tables()).toEqual(before);
      }
      expect(await isBelieved(given)).toBe(true);
    });
  }

  it("include each cookie and each kind of signed text of the code", () => {
    expect([...cookieNames].filter((name) => !(name in WAYS)).sort()).toEqual(GRANT_NOTHING);
    const covered = Object.values(WAYS).flatMap(({ signedFor }) => signedFor ?? []);
    expect([...signedPurposes].sort()).toEqual(covered.sort());
  });

  it("include each header of a request that the code reads by name, and each parameter of a query that filters nothing", () => {
    const read = Object.values(sources).flatMap((text) =>
      [...text.matchAll(/(?:\.req\.header|request\.headers\.get)\(\s*([^)]+?)\s*\)/g)].map(
        ([, name]) => name ?? "",
      ),
    );
    const stated = [...Object.keys(HEADERS), ...OF_REQUESTS.map((name) => `"${name}"`), '"Upgrade"'];
    expect([...new Set(read)].sort()).toEqual(stated.sort());
    const parameters = API.flatMap(({ query }) => Object.entries(shapeOf(query)));
    const texts = parameters.filter(([, schema]) => isText(schema)).map(([name]) => name);
    expect([...new Set(texts)].sort()).toEqual([...Object.keys(PARAMETERS), ...SEARCHED].sort());
    const named = [...Object.values(HEADERS), ...Object.values(PARAMETERS)];
    expect(named.filter((path) => !tests.includes(path.replace("worker/", "./")))).toEqual([]);
  });
});
