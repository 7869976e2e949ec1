import fc from "fast-check";
import { expect, it } from "vitest";
import { decryptSecret, encryptSecret } from "./secrets.ts";

const key = (id: string, byte: number) =>
  `${id}:${btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))}`;
const [old, next] = [key("old", 1), key("next", 2)];
const place = { table: "bots", row: 7, column: "token" };

it("decrypts what was encrypted, for any text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 200 }).filter((text) => text.isWellFormed()),
      async (text) => {
        expect(await decryptSecret(old, await encryptSecret(old, text, place), place)).toBe(text);
      },
    ),
    { numRuns: 20 },
  );
});

it("encrypts the same secret to another text each time, without the secret in it", async () => {
  const closed = await Promise.all([1, 2].map(() => encryptSecret(old, "planted-canary", place)));
  expect(closed[0]).toMatch(/^v1:old:[A-Za-z0-9+/]{16}:[A-Za-z0-9+/]+=*$/);
  expect(closed[0]).not.toBe(closed[1]);
  expect(closed[0]?.split(":")[2]).not.toBe(closed[1]?.split(":")[2]);
  expect(closed.join()).not.toContain("planted-canary");
});

it("encrypts with the newest key, and decrypts with older keys too", async () => {
  const before = await encryptSecret(old, "secret", place);
  const both = `${next},${old}`;
  expect(await decryptSecret(both, before, place)).toBe("secret");
  const after = await encryptSecret(both, "secret", place);
  expect(after).toMatch(/^v1:next:/);
  expect(await decryptSecret(next, after, place)).toBe("secret");
  expect(await decryptSecret(next, before, place)).toBeNull();
  expect(await decryptSecret(key("old", 3), before, place)).toBeNull();
});

it("does not decrypt for another table, row or column", async () => {
  const closed = await encryptSecret(old, "secret", place);
  for (const elsewhere of [{ table: "users" }, { row: 8 }, { column: "client_id" }]) {
    expect(await decryptSecret(old, closed, { ...place, ...elsewhere })).toBeNull();
  }
});

it("does not decrypt a text that was altered, cut short or has another format", async () => {
  const closed = await encryptSecret(old, "secret", place);
  const [format, id, iv = "", sealed = ""] = closed.split(":");
  const flipped = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
  for (const wrong of [
    `v2:${id}:${iv}:${sealed}`,
    `${format}:next:${iv}:${sealed}`,
    `${format}:${id}:${flipped(iv)}:${sealed}`,
    `${format}:${id}:${iv}:${flipped(sealed)}`,
    `${format}:${id}:${iv}:${sealed.slice(0, 8)}`,
    `${format}:${id}:not base64:${sealed}`,
    `${format}:${id}:${iv}`,
    "secret",
    "",
  ]) {
    expect([wrong, await decryptSecret(old, wrong, place)]).toEqual([wrong, null]);
  }
});
