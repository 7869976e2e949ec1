import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { signer } from "./signed.ts";

const key = (id: string, byte: number) =>
  `${id}:${btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))}`;
const [old, next] = [key("old", 1), key("next", 2)];
const { sign, isSigned, seal, open } = signer("a test");

it("opens what it sealed, with the newest key and with older ones that are kept", () => {
  const [before, after] = [seal(old, { id: 7 }), seal(`${next},${old}`, { id: 8 })];
  expect(open(`${next},${old}`, before)).toEqual({ id: 7 });
  expect(open(next, after)).toEqual({ id: 8 });
  expect(open(next, before)).toBeUndefined();
});

it("opens nothing that was altered, cut short, left out or sealed for another purpose", () => {
  const sealed = seal(old, { id: 7 });
  const [text = "", signature = ""] = sealed.split(".");
  const other = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
  const elsewhere = signer("another test").seal(old, { id: 7 });
  const altered = `${Buffer.from('{"id":8}').toString("base64url")}.${signature}`;
  for (const wrong of [
    ...[undefined, "", ".", text, `${text}.`, `.${signature}`, `${text}.${other}`, altered, elsewhere],
    ...[`${text}.${signature.slice(1)}`, `${sealed}A`],
  ])
    expect([wrong, open(old, wrong)]).toEqual([wrong, undefined]);
});

it("rejects a signature of any other text or length", () => {
  const signature = sign(old, "one");
  expect(isSigned(old, "one", signature)).toBe(true);
  expect(isSigned(old, "two", signature)).toBe(false);
  expect(isSigned(old, "one", `${signature}A`)).toBe(false);
  expect(isSigned(old, "one", "")).toBe(false);
});
