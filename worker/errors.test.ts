import { expect, it } from "vitest";
import "./app.ts";
import { authErrors } from "./features/auth/auth.errors.ts";
import { definedErrors, errors, problemResponse } from "./lib/errors.ts";
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

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))].sort();

it("every error has a sentence in each language, with the same placeholders", () => {
  expect(definedErrors().size).toBeGreaterThan(40);
  for (const [code, entry] of definedErrors()) {
    const blanks = LANGUAGES.map((language) => placeholders(entry[language]));
    expect([code, blanks[1]]).toEqual([code, blanks[0]]);
    for (const language of LANGUAGES) expect(entry[language]).toMatch(/^[\p{Lu}{].*(\.|\{problem\})$/u);
    expect([code, entry.status >= 400 && entry.status < 600]).toEqual([code, true]);
  }
});

it("every defined error is thrown somewhere", () => {
  const used = Object.values(sources).join("\n");
  // Errors of a table are named without a call, and some by their beginning, as in errors[`mirror_${state}`].
  const begun = [...used.matchAll(/rrors\[`(\w+_)\$\{/g)].map(([, beginning = ""]) => beginning);
  const isUsed = (code: string) =>
    new RegExp(`rrors\\.${code}\\b|"${code}"`).test(used) || begun.some((each) => code.startsWith(each));
  expect([...definedErrors().keys()].filter((code) => !isUsed(code))).toEqual([]);
});

it("an error is answered as a problem document with its request number and everything the user needs", async () => {
  const error = errors.stale_version(
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

it("a value that looks like a placeholder is inserted unchanged", () => {
  expect(authErrors.username_taken({ username: "{username} $1 $&" }).text("en")).toBe(
    "The username {username} $1 $& is taken. Choose another one.",
  );
});
