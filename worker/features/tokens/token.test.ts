import { expect, it } from "vitest";
import { isToken, makeToken } from "./token.ts";

it("a token is the prefix, 30 random letters and a checksum", () => {
  const made = Array.from({ length: 50 }, makeToken);
  for (const token of made)
    expect([token, isToken(token)]).toEqual([expect.stringMatching(/^cc_[0-9A-Za-z]{36}$/), true]);
  expect(new Set(made).size).toBe(50);
});

it("a token's checksum is the CRC-32 of its letters in base62, with leading zeros", () => {
  for (const [letters, checksum] of [
    ["000000000000000000000000000405", "00azb7"],
    ["5rT9wq2LhV8zXb4KmC7uEj1NfYs3Gd", "39hydw"],
    ["zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "4IlJEz"],
  ])
    expect([letters, isToken(`cc_${letters}${checksum}`)]).toEqual([letters, true]);
});

it("a token is invalid with any letter changed, left out or added", () => {
  const token = makeToken();
  for (let at = 0; at < token.length; at += 1) {
    const other = token.charAt(at) === "a" ? "b" : "a";
    expect([at, isToken(token.slice(0, at) + other + token.slice(at + 1))]).toEqual([at, false]);
  }
  for (const text of ["", token.slice(1), token.slice(0, -1), `${token}0`, ` ${token}`, `${token}\n`])
    expect([text, isToken(text)]).toEqual([text, false]);
});
