import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { safeParse } from "zod/v4/core";
import { auditsOf } from "./features/audit/index.ts";
import { FEATURES } from "./features.ts";
import { auditSentence } from "./lib/audit.ts";
import type { Problem } from "./lib/errors.ts";
import { noticeMail, noticeSentence, placesOf } from "./lib/notice-text.ts";
import { fieldErrors } from "./lib/validation.ts";
import { LANGUAGES, type Language } from "./lib/wire.schema.ts";
import { nobody, person } from "./testing/world.ts";

describe("the sentences about wrong input", () => {
  const registration = { username: "ab", password: "12345", email: "nowhere", displayName: 7 };
  const texts = {
    en: {
      username: ["Username must be at least 3 characters"],
      password: ["Password must be at least 6 characters"],
      email: ["Invalid email address"],
      displayName: ["Expected string, received number"],
    },
    da: {
      username: ["Brugernavnet skal være på mindst 3 tegn"],
      password: ["Adgangskoden skal være på mindst 6 tegn"],
      email: ["Ugyldig e-mailadresse"],
      displayName: ["Forventede string, fik number"],
    },
  };

  for (const language of ["en", "da"] as const) {
    it(`are in the browser's language for a visitor (${language})`, async () => {
      const { status, text, headers } = await nobody.call("POST", "/api/register", {
        body: registration,
        headers: { "Accept-Language": `${language};q=0.9, fr` },
      });
      const problem = JSON.parse(text) as Problem;
      expect(status).toBe(400);
      expect(headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
      expect(headers.get("Content-Language")).toBe(language);
      expect(problem.errors).toEqual(texts[language]);
      for (const [field, [message]] of Object.entries(texts[language])) {
        expect(problem.detail).toContain(`${field}: ${message}`);
      }
    });
  }

  it("are in the chosen language for a signed-in user, whatever the browser asks for", async () => {
    const member = await person("member");
    await member.ok("PATCH", "/api/user/language", { language: "da" });
    const { text } = await member.call("PATCH", "/api/user/language", {
      body: { language: "de" },
      headers: { "Accept-Language": "en" },
    });
    expect(JSON.parse(text).errors).toEqual({ language: ["Skal være en af: en, da"] });
  });

  it("use the words of the forms", () => {
    const schema = z.strictObject({
      needed: z.string(),
      empty: z.string().check(z.minLength(1)),
      short: z.string().check(z.minLength(4)),
      date: z.iso.datetime(),
      count: z.int().check(z.minimum(1), z.maximum(9)),
      list: z.array(z.strictObject({ id: z.number() })).check(z.maxLength(1)),
      email: z.union([z.literal(""), z.email().check(z.maxLength(20))]),
      either: z.union([z.number(), z.string()]),
    });
    const errorsOf = (value: unknown, language: Language = "en") =>
      fieldErrors(safeParse(schema, value, { reportInput: true }).error?.issues ?? [], language);
    const wrong = {
      empty: "",
      short: "abc",
      date: "2020-13-40",
      count: 0,
      list: [{ id: "1" }],
      email: "a".repeat(30),
      either: null,
      more: 1,
    };
    expect(errorsOf(wrong)).toEqual({
      needed: ["Required"],
      empty: ["Required"],
      short: ["String must contain at least 4 character(s)"],
      date: ["Invalid date"],
      count: ["Must be at least 1"],
      "list.0.id": ["Expected number, received string"],
      email: ["Invalid email address", "At most 20 characters"],
      either: ["Invalid input"],
      more: ["This field is not known here"],
    });
    expect(errorsOf({ ...wrong, email: [], count: null, list: [{ id: 1 }, { id: 2 }] })).toMatchObject({
      email: ["Expected string, received array"],
      count: ["Expected number, received null"],
      list: ["At most 1 at once"],
    });
    const danish = errorsOf(wrong, "da");
    expect(danish["needed"]).toEqual(["Skal udfyldes"]);
    expect(danish["short"]).toEqual(["Teksten skal være på mindst 4 tegn"]);
    expect(danish["date"]).toEqual(["Ugyldig dato"]);
  });

  it("stay short, however much is wrong", async () => {
    const body = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`field-${at}-${"y".repeat(20)}`, 1]),
    );
    const { text } = await nobody.call("POST", "/api/login", { body });
    expect(Object.keys(JSON.parse(text).errors)).toHaveLength(20);
    expect(text.length).toBeLessThan(8_000);
  });
});

/** Details that hold what somebody has typed, or a name that another service sent. */
const TYPED = [
  ...["actor", "subject", "by", "name", "title", "reason", "message", "applicant", "receiver"],
  ...["assignee", "payer", "other", "bot", "file", "passkey", "token", "handle", "channel", "into"],
];

/** Also what a program could take for a place, a code, a day or a word of its own. */
const typed = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    ...["{by}", "{count|one|many}", "$&", "$1", "\\x5AORRO", "2026-11-28", "2026-11-28T20:00:00.000Z"],
  ),
  fc.constantFrom(...["en", "da", "active", "high", "true", "0", "crm.assign", "–"]),
);

describe("typed text appears unchanged in every sentence, in", () => {
  const mails = FEATURES.flatMap(({ notices }) => Object.entries(notices?.texts ?? {}));
  type Told = [what: string, text: string, say: (values: Record<string, string>) => string[]];
  const toldIn = (language: Language): Told[] => [
    ...mails.map(
      ([kind, text]): Told => [
        kind,
        JSON.stringify([text[language], text.mail?.[language]]),
        (values) => [
          noticeSentence(text, language, values),
          ...Object.values(noticeMail(text, language, values)),
        ],
      ],
    ),
    ...auditsOf(FEATURES).flatMap((audit) =>
      Object.entries(audit.texts).map(
        ([action, text]): Told => [
          action,
          text[language],
          (values) => [auditSentence(audit, action, language, values)],
        ],
      ),
    ),
  ];
  for (const language of LANGUAGES)
    it(language, () => {
      const found = new Set<string>();
      for (const [what, text, say] of toldIn(language)) {
        const names = placesOf(text);
        const own = names.filter((name) => TYPED.includes(name));
        for (const name of own) found.add(name);
        const others = Object.fromEntries(names.map((name) => [name, "3"]));
        fc.assert(
          fc.property(fc.array(typed, { minLength: own.length, maxLength: own.length }), (given) => {
            const values = (valueAt: (at: number) => string) => ({
              ...others,
              ...Object.fromEntries(own.map((name, at) => [name, valueAt(at)])),
            });
            const expected = say(values((at) => `Q${at}Q`)).map((sentence) =>
              sentence.replace(/Q(\d+)Q/g, (_, at) => given[at] ?? ""),
            );
            expect([what, ...say(values((at) => given[at] ?? ""))]).toEqual([what, ...expected]);
          }),
          { numRuns: 5 },
        );
      }
      expect([...found].sort()).toEqual([...TYPED].sort());
    });
});
