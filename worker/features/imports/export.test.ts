import { array, assert, asyncProperty, constantFrom, integer, option, record, uniqueArray } from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { type Caller, freshDatabase, person } from "../../testing/world.ts";
import { EXPORT_FORMATS } from "./imports.schema.ts";
import { NO_CHOICES, planImport } from "./plan.schema.ts";
import { readList } from "./read-list.ts";
import {
  bring,
  CATALOGUE,
  catalogue,
  hangar,
  hangarOf,
  idOf,
  path,
  preview,
} from "./testing/imports.factory.ts";
import { sample } from "./testing/samples.ts";

let member: Caller;
beforeEach(async () => {
  await catalogue();
  member = await person("member", 1, "Freja Ravn");
});

describe("an export", () => {
  it("changes nothing when imported again, in every format, with nicknames and pledges where the format has them", async () => {
    const nickname = constantFrom("Røde Orm", "=HYPERLINK(1)", 'A "quoted", name', "Løve\u2019n");
    const pledge = record(
      {
        id: constantFrom("1", "35718842"),
        name: nickname,
        insurance: constantFrom("LTI", "120MI", "insured"),
        date: constantFrom("2020-12-19", "2016-02-29"),
        warbond: constantFrom(true),
      },
      { requiredKeys: ["name"] },
    );
    const entry = record({
      ship_id: constantFrom(...CATALOGUE.filter(({ isListed }) => isListed).map(({ id }) => id)),
      quantity: integer({ min: 1, max: 12 }),
      nickname: option(nickname),
      // An import sets the day of the first pledge where there is none.
      acquired_date: constantFrom("2021-01-01"),
      pledges: option(array(pledge, { minLength: 1, maxLength: 3 })),
    });
    await assert(
      asyncProperty(
        uniqueArray(entry, { selector: ({ ship_id }) => ship_id, minLength: 1 }),
        async (entries) => {
          const owner = await person("member");
          await hangarOf(
            owner.userId,
            entries.map((each) => ({ ...each, pledges: each.pledges && JSON.stringify(each.pledges) })),
          );
          for (const format of EXPORT_FORMATS) {
            const { text, headers } = await owner.call("GET", path(owner, `export?format=${format}`));
            expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="\w+\.(json|csv)"$/);
            const review = await preview(owner, text);
            const plan = planImport(review, NO_CHOICES);
            expect([review.format, plan.waiting, plan.fresh, plan.missing, plan.input.ships]).toEqual([
              format,
              [],
              [],
              [],
              [],
            ]);
            expect(plan.same.map(({ shipId, count }) => [shipId, count]).sort()).toEqual(
              entries.map(({ ship_id, quantity }) => [ship_id, quantity]).sort(),
            );
            if (format !== "hangarxplor_csv")
              for (const { ship_id, nickname } of entries)
                expect(plan.same.find(({ shipId }) => shipId === ship_id)?.nickname).toBe(nickname);
          }
        },
      ),
      runs(3, 12),
    );
  });

  it("is read alike after LibreOffice saved it again, in Danish and in English", () => {
    const ours = [
      ...["Manufacturer,Ship,Lti,Warbond,ID,Pledge,Cost,Date"],
      'Anvil,Carrack,true,true,35718842,Package - Carrack,$600.00 USD,"December 19, 2020"',
      `Anvil,Carrack,false,false,1,'=HYPERLINK(1),"$1,250.50 USD","February 29, 2016"`,
      "Drake,Cutlass Red,false,false,,Standalone Ship - Cutlass Red,,",
    ].join("\r\n");
    // As written by LibreOffice 7.4.7: with its Danish separator, texts quoted, and some texts converted to values.
    const danish = [
      ...["Manufacturer;Ship;Lti;Warbond;ID;Pledge;Cost;Date"],
      "Anvil;Carrack;true;true;35718842;Package - Carrack;$600.00 USD;December 19, 2020",
      "Anvil;Carrack;false;false;1;'=HYPERLINK(1);$1,250.50 USD;February 29, 2016",
      "Drake;Cutlass Red;false;false;;Standalone Ship - Cutlass Red;;",
    ];
    const quoted = danish.map((line) => line.replace(/[^;]*[^;\d][^;]*/g, '"$&"'));
    const english = ours
      .replace(/true|false/g, (truth) => truth.toUpperCase())
      .replace('"December 19, 2020"', "12/19/2020")
      .replace('"February 29, 2016"', "02/29/2016");
    const read = readList(`\ufeff${ours}\r\n`);
    expect(read.ships.map(({ pledge }) => pledge)).toMatchObject([
      { id: "35718842", insurance: "LTI", warbond: true, date: "2020-12-19", cost: "$600.00 USD" },
      { id: "1", name: "=HYPERLINK(1)", date: "2016-02-29", cost: "$1,250.50 USD" },
      { name: "Standalone Ship - Cutlass Red" },
    ]);
    for (const again of [danish.join("\n"), quoted.join("\n"), english])
      expect(readList(`${again}\n`)).toEqual(read);
  });

  it("restores a hangar when imported into an empty one", async () => {
    const list = sample("hangarxplor.json").replace("MISC Fury", "Mirai Fury");
    await bring(member, list, { answers: { cutlass: idOf("Cutlass Red") }, pledges: true });
    const { text } = await member.call("GET", path(member, "export?format=hangarxplor_json"));
    const before = await hangar(member);
    await freshDatabase();
    await catalogue();
    member = await person("member");
    await bring(member, text, { pledges: true });
    expect(await hangar(member)).toEqual(before);
  });

  it("has no cell that a spreadsheet runs as a formula", async () => {
    await hangarOf(member.userId, [
      { ship_id: 1, pledges: JSON.stringify([{ id: "1", name: '=HYPERLINK("https://evil.example")' }]) },
    ]);
    const { text } = await member.call("GET", path(member, "export?format=hangarxplor_csv"));
    expect(text.split("\r\n")[1]).toBe(
      `Anvil,Carrack,false,false,1,"'=HYPERLINK(""https://evil.example"")",,`,
    );
  });
});
