import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { avatarUrl } from "../../lib/avatar.ts";
import { settings } from "../../testing/world.ts";
import { fetchPhoto, type Send } from "./photo.ts";
import { photoAddress } from "./photo-hosts.ts";

const HOST = "assets.uexcorp.space";
const GOOD = `https://${HOST}/img/vehicles/1/cover.jpg?v=2#top`;
/** The hosts of photos. */
const PLACES =
  /^https:\/\/(assets\.uexcorp\.space|cdn\.uexcorp\.space|(media\.)?robertsspaceindustries\.com)\//;

/** Characters that browsers and servers read as the end or the beginning of a part of an address, or omit. */
const PIECES = [
  ...[
    "/",
    "\\",
    "//",
    "..",
    ".",
    ":",
    "@",
    "?",
    "#",
    "%2f",
    "%5c",
    "%40",
    "%00",
    "%0d%0a",
    "\t",
    "\n",
    "\r",
    "\0",
  ],
  ...[" ", "\u3002", "\uff0e", "\uff0f", "\u00ad", "\u2100", ":80", ":443", "user@", "u:p@", "evil.example"],
  ...[
    "https:",
    "http:",
    "file:",
    "data:",
    "javascript:",
    "127.0.0.1",
    "[::1]",
    "localhost",
    "169.254.169.254",
  ],
  ...[HOST, "cdn.uexcorp.space", "robertsspaceindustries.com", "x", ".x"],
];
const piece = fc.constantFrom(...PIECES);

/** A real address with a part of any length replaced, at any position; and texts of odd characters alone. */
const address = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(GOOD.length), fc.nat(12), fc.array(piece, { maxLength: 4 }))
      .map(([at, gone, put]) => GOOD.slice(0, at) + put.join("") + GOOD.slice(at + gone)),
  },
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.array(piece, { maxLength: 6 }).map((pieces) => `https://${pieces.join("")}`),
);

const env = { ...settings(), UEX_PHOTO_URL: "" };

/** Fetches a photo where every host redirects to `location`; returns the requested addresses. */
async function askedOf(url: URL, location: string, photos = ""): Promise<string[]> {
  const asked: string[] = [];
  const send: Send = async (place) => {
    asked.push(place);
    return new Response(null, { status: 302, headers: { Location: encodeURI(location.toWellFormed()) } });
  };
  await fetchPhoto({ ...env, UEX_PHOTO_URL: photos }, url, 640, { send });
  return asked;
}

describe("a photo's address that is altered in any part", () => {
  it("is fetched from a known host, or refused", () => {
    const seen = { taken: 0, refused: 0 };
    const check = (text: string) => {
      const taken = photoAddress(text);
      seen[taken ? "taken" : "refused"] += 1;
      if (!taken) return;
      expect(taken.href).toMatch(PLACES);
      expect([taken.username, taken.password, taken.port, taken.hash]).toEqual(["", "", "", ""]);
      expect(new URL(taken.href).href).toBe(taken.href);
    };
    for (let at = 0; at <= GOOD.length; at += 1)
      for (const put of PIECES)
        for (const gone of [0, 1]) check(GOOD.slice(0, at) + put + GOOD.slice(at + gone));
    fc.assert(fc.property(address, check), { numRuns: 2_000 });
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
  });

  it("follows no redirect to another host, nor out of the local stand-in for these hosts", async () => {
    const start = new URL(GOOD);
    await fc.assert(
      fc.asyncProperty(address, async (location) => {
        for (const asked of await askedOf(start, location))
          expect(new URL(asked).origin).toBe(`https://${HOST}`);
        const stand = "http://localhost:9/photos";
        for (const asked of await askedOf(start, location, stand))
          expect(new URL(asked).href.startsWith(`${stand}/${HOST}/`)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it("the address of an avatar is at Discord, for any stored value", () => {
  const text = fc.oneof(
    fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.oneof(text, fc.constant("1")), fc.oneof(text, fc.constant("a_1f")), (id, avatar) => {
      const url = avatarUrl(id, avatar);
      if (url !== null) expect(new URL(url).origin).toBe("https://cdn.discordapp.com");
    }),
    { numRuns: 1_000 },
  );
  expect(avatarUrl("1", "a_1f")).toBe("https://cdn.discordapp.com/avatars/1/a_1f.png?size=64");
});
