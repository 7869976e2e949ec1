import { expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "./lib/errors.schema.ts";
import { AppError, errorText, problemResponse } from "./lib/errors.ts";
import { LANGUAGES } from "./lib/wire.schema.ts";

declare global {
  interface ImportMeta {
    glob<Text>(patterns: string[], options: object): Record<string, Text>;
  }
}

const sources = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts", "!./testing/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const codes = Object.keys(ERRORS) as ErrorCode[];
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))].sort();

it("every error has a sentence in each language, with the same blanks to fill in", () => {
  for (const code of codes) {
    const blanks = LANGUAGES.map((language) => placeholders(ERRORS[code][language]));
    expect([code, blanks[1]]).toEqual([code, blanks[0]]);
    for (const language of LANGUAGES)
      expect(ERRORS[code][language]).toMatch(/^[\p{Lu}{].*(\.|\{problem\})$/u);
    expect([code, ERRORS[code].status >= 400 && ERRORS[code].status < 600]).toEqual([code, true]);
  }
});

it("wherever an error is thrown, its blanks are filled in", () => {
  const thrown: [file: string, code: ErrorCode, given: string][] = [];
  for (const [file, source] of Object.entries(sources)) {
    for (const [, code, given] of source.matchAll(
      /(?:new AppError|errorText)\(\s*"(\w+)"(?:,\s*language)?(?:,\s*(\{[\s\S]*?\}))?,?\s*[,)]/g,
    )) {
      thrown.push([file, code as ErrorCode, given ?? ""]);
    }
  }
  expect(Object.keys(sources).length).toBeGreaterThan(50);
  expect(thrown.length).toBeGreaterThan(40);
  const missing = thrown.flatMap(([file, code, given]) =>
    placeholders(ERRORS[code].en)
      // The answer itself knows its number.
      .filter((blank) => blank !== "requestId" && !new RegExp(`\\b${blank}\\b`).test(given))
      .map((blank) => `${file}: ${code} without {${blank}}`),
  );
  expect(missing).toEqual([]);
});

it("every error of the list can happen", () => {
  const all = Object.values(sources)
    .join("\n")
    .replace(sources["./lib/errors.schema.ts"] ?? "", "");
  expect(codes.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
});

it("an error is answered as a problem document with its own number and what the reader needs to go on", async () => {
  const error = new AppError(
    "stale_version",
    { name: "Vega" },
    { current: { id: 7 }, errors: { name: ["Required"] }, retryAfterSeconds: 30 },
  );
  const answer = problemResponse(error, "da", "the-number");
  expect(answer.status).toBe(409);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/problem+json; charset=utf-8",
    "content-language": "da",
    "retry-after": "30",
    "x-request-id": "the-number",
  });
  expect(await answer.json()).toEqual({
    type: "urn:command-centre:error:stale_version",
    title: "stale version",
    status: 409,
    detail: "Vega blev ændret af en anden, mens du arbejdede. Se, hvad der er ændret, og prøv igen.",
    code: "stale_version",
    requestId: "the-number",
    current: { id: 7 },
    errors: { name: ["Required"] },
  });
});

it("what fills a blank is taken as it is, even when it looks like a blank", () => {
  expect(errorText("username_taken", "en", { username: "{username} $1 $&" })).toBe(
    "The username {username} $1 $& is taken. Choose another one.",
  );
});
