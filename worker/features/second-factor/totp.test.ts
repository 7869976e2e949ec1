import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { codeOf, findStep, newSecret, stepOf, toBase32, uriOf } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1000);

it("codes equal those of RFC 6238, appendix B", () => {
  const vectors = {
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
  };
  for (const [seconds, code] of Object.entries(vectors)) {
    const step = stepOf(at(Number(seconds)));
    expect([seconds, codeOf(SECRET, step, 8)]).toEqual([seconds, code]);
    expect(codeOf(SECRET, step)).toBe(code.slice(2));
  }
});

it("a code is valid one step early or late, but neither twice nor after a later one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 2 ** 31 }),
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -3, max: 3 }),
      (seconds, offset, last) => {
        const now = at(seconds);
        const step = stepOf(now) + offset;
        const lastStep = stepOf(now) + last;
        const found = findStep(SECRET, codeOf(SECRET, step), now, lastStep);
        expect(found).toBe(Math.abs(offset) <= 1 && step > lastStep ? step : null);
      },
    ),
  );
  for (const wrong of ["", "12345", "1234567", "abcdef"])
    expect(findStep(SECRET, wrong, at(59), 0)).toBeNull();
});

it("secrets are 160 random bits in Base32", () => {
  expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(toBase32(newSecret())).toMatch(/^[A-Z2-7]{32}$/);
  expect(uriOf("ABC", "Command Centre", "åse:b")).toBe(
    "otpauth://totp/Command%20Centre:%C3%A5se%3Ab?secret=ABC&issuer=Command%20Centre",
  );
});
