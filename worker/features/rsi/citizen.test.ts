import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { raw } from "../../testing/world.ts";
import { holdsCode, profileUrl, readCitizen } from "./citizen.ts";
import { citizen, control } from "./testing/rsi.factory.ts";

const CODE = "CC-7QK4M2XR";
const env = { APP_URL: "http://localhost:8787", RSI_URL: String(raw["RSI_URL"]) };
const LIMITS = { timeoutMs: 5_000, maxBytes: 1024 * 1024 };

const read = async (handle: string, limits = LIMITS) => {
  try {
    return await readCitizen(env, profileUrl(env, handle) ?? "", limits);
  } catch (error) {
    return (error as Error).message;
  }
};

beforeEach(async () => {
  await control("reset", {});
});

it("reads every kind of profile", async () => {
  expect(await read("nova_lindqvist")).toEqual({
    handle: "Nova_Lindqvist",
    recordNumber: 2_481_906,
    enlistedDate: "2021-02-03",
    location: "Denmark, Zealand",
    bio: "Hauler & medic. Usually around Crusader on Thursdays.",
  });
  expect(await read("No-Bio")).toMatchObject({ handle: "No-Bio", bio: "" });
  expect(await read("NoRecord")).toMatchObject({ handle: "NoRecord", recordNumber: null });
  expect(await read("BareProfile")).toMatchObject({ enlistedDate: null, location: null });
  expect(await read("NoOrganization")).toMatchObject({ bio: "Flies alone." });
  expect(await read("Redacted_Org")).toMatchObject({ bio: "You did not see me." });
});

it("only a 404 means that a citizen does not exist", async () => {
  expect(await read("OldName")).toBeNull();
});

it.each(["forbidden", "bad_gateway", "rate_limit", "blocked", "huge", "cut", "short", "loop"])(
  "answers rsi_unavailable for a page that is %s, whatever was read before the fault",
  async (mode) => {
    await citizen("Nova_Lindqvist", { bio: CODE });
    await control("fail", { handle: "*", mode });
    expect(await read("Nova_Lindqvist")).toBe("rsi_unavailable");
  },
);

it.each(["slow", "stall"])("gives up a page that is %s", async (mode) => {
  await control("fail", { handle: "*", mode });
  expect(await read("Nova_Lindqvist", { ...LIMITS, timeoutMs: 200 })).toBe("rsi_unavailable");
});

it("follows a redirect on the same host, but none to another host", async () => {
  expect(await read("Redirected")).toMatchObject({ handle: "NewName" });
  // The same server by another name.
  const elsewhere = env.RSI_URL.replace("127.0.0.1", "localhost");
  await control("fail", { handle: "No-Bio", mode: "redirect", to: `${elsewhere}/en/citizens/NewName` });
  expect(await read("No-Bio")).toBe("rsi_unavailable");
  const asked = await control<string[]>("requests");
  expect(asked).toEqual(["/en/citizens/Redirected", "/en/citizens/NewName", "/en/citizens/No-Bio"]);
});

it("throws rsi_unavailable where no server answers", async () => {
  expect(
    await readCitizen(env, "http://127.0.0.1:1/en/citizens/A", LIMITS).catch((error) => error.message),
  ).toBe("rsi_unavailable");
});

it("finds a code in any spelling of keyboards and editors, and no other code", () => {
  const letters = [..."23456789ABCDEFGHJKLMNPQRSTUVWXYZ"];
  const code = fc
    .array(fc.constantFrom(...letters), { minLength: 8, maxLength: 8 })
    .map((each) => each.join(""));
  const hyphen = fc.constantFrom(..."-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d");
  const hidden = fc.constantFrom("", "", "", "\u200b", "\u200d", "\ufeff", "\u2060", "\u200e");
  const around = fc.constantFrom("", "Pilot. ", "proof:", "Bio with a dash - and more. ");
  fc.assert(
    fc.property(
      ...([
        code,
        code,
        hyphen,
        around,
        fc.array(hidden, { minLength: 11, maxLength: 11 }),
        fc.boolean(),
      ] as const),
      (own, other, dash, before, invisible, isLower) => {
        const written = [...`CC${dash}${own}`].map((each, at) => each + invisible[at]).join("");
        const bio = `${before}${isLower ? written.toLowerCase() : written} over`;
        expect(holdsCode(bio, `CC-${own}`)).toBe(true);
        if (other !== own) expect(holdsCode(bio, `CC-${other}`)).toBe(false);
      },
    ),
  );
});
