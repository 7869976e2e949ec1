import fc from "fast-check";
import { expect, it } from "vitest";
import { person, prospect } from "../testing/world.ts";
import { amount, hundredths, instant } from "./wire.schema.ts";

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2200, 0, 1) - 1;

it("instants of the years 2000 to 2199 are accepted in any zone, and their texts are in the order of time", () => {
  const zone = fc
    .tuple(fc.constantFrom("+", "-"), fc.nat(14), fc.constantFrom("00", "30", "45"))
    .map(([sign, hours, minutes]) => ({
      text: `${sign}${String(hours).padStart(2, "0")}:${minutes}`,
      ms: Number(`${sign}1`) * (hours * 60 + Number(minutes)) * 60_000,
    }));
  const beyond = { at: Date.UTC(9999, 11, 31, 23) + 5 * 3_600_000, text: "9999-12-31T23:00:00-05:00" };
  /** Instants as a clock of a zone shows them, most of them near the bounds. */
  const time = fc
    .tuple(
      fc.oneof(
        fc.integer({ min: FIRST - 2 * 86_400_000, max: FIRST + 2 * 86_400_000 }),
        fc.integer({ min: LAST - 2 * 86_400_000, max: LAST + 2 * 86_400_000 }),
        fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9999, 11, 30) }),
      ),
      zone,
    )
    .map(([at, { text, ms }]) => ({ at, text: new Date(at + ms).toISOString().replace("Z", text) }));
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [a, b] = [instant.safeParse(one.text), instant.safeParse(other.text)];
      expect([one.text, a.success]).toEqual([one.text, one.at >= FIRST && one.at <= LAST]);
      if (a.success && b.success) expect(a.data < b.data).toBe(one.at < other.at);
    }),
    { examples: [[beyond, beyond]] },
  );
});

it("a deadline outside the accepted years is refused with a sentence that names them", async () => {
  const officer = await person("officer");
  const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
  const path = `/api/prospects/${id}/deadline`;
  const sentence = { en: "Enter a time between 2000 and 2199", da: "Angiv et tidspunkt mellem 2000 og 2199" };
  for (const language of ["en", "da"] as const) {
    await officer.ok("PATCH", "/api/user/language", { language });
    for (const deadline of [
      "9999-12-31T23:00:00-05:00",
      "2199-12-31T23:00:00-01:00",
      "1999-12-31T23:59:59Z",
    ]) {
      const { status, errors } = await officer.fails("PATCH", path, { deadline });
      expect([deadline, status, errors]).toEqual([deadline, 400, { deadline: [sentence[language]] }]);
    }
  }
  await officer.ok("PATCH", path, { deadline: "2199-12-31T23:59:59Z" });
});

it("amounts are rounded half up to whole units within their bounds, other numbers to hundredths as they are written", () => {
  const [whole, parts] = [amount(1_000_000, 1), hundredths(100)];
  expect([1, 1.5, 2.49, 2.5, 999_999.5].map((each) => whole.parse(each))).toEqual([1, 2, 2, 3, 1_000_000]);
  expect([0, 1.005, 1.0049, 0.1, 1e-7, 99.995].map((each) => parts.parse(each))).toEqual([
    0, 1.01, 1, 0.1, 0, 100,
  ]);
  for (const wrong of [0.5, -1, 1_000_000.4, 1e300, Number.NaN, Number.POSITIVE_INFINITY, "5", null])
    expect([wrong, whole.safeParse(wrong).success]).toEqual([wrong, false]);
  const written = fc.integer({ min: 0, max: 10 ** 7 });
  fc.assert(
    fc.property(written, (thousandths) => {
      const exact = Math.floor((thousandths + 5) / 10) / 100;
      expect(hundredths(10_000).parse(thousandths / 1000)).toBe(exact);
    }),
  );
});
