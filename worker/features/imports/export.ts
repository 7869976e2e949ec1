import { and, asc, eq } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { CSV_START, csvRow } from "../../lib/csv.ts";
import { hangarShips, type Pledge } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import type { ExportFormat, ExportQuery } from "./imports.schema.ts";

/** One ship of a hangar: an entry with a quantity of three gives three. */
type ExportedShip = Pick<typeof ships.$inferSelect, "name" | "slug" | "companyName"> & {
  nickname: string | null;
  pledge: Pledge;
};
type Format = { type: string; name: string; write: (ships: ExportedShip[]) => string };

const isLti = ({ insurance }: Pledge) => insurance === "LTI";
const codeOf = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, "_");

/** A day as HangarXPLOR writes it: "December 19, 2020". */
const dateText = ({ date }: Pledge) =>
  date === undefined
    ? null
    : new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const json = (name: string, toRow: (ship: ExportedShip) => object): Format => ({
  type: "application/json",
  name,
  write: (all) => JSON.stringify(all.map(toRow), null, 2),
});

const FORMATS: Record<ExportFormat, Format> = {
  hangarxplor_json: json("shiplist.json", ({ name, companyName, nickname, pledge }) => ({
    ship_code: codeOf(name),
    ship_name: nickname ?? name,
    manufacturer_name: companyName,
    lti: isLti(pledge),
    insurance: pledge.insurance ?? null,
    name,
    warbond: pledge.warbond === true,
    entity_type: "ship",
    pledge_id: pledge.id ?? null,
    pledge_name: pledge.name ?? null,
    pledge_date: dateText(pledge),
    pledge_cost: pledge.cost ?? null,
  })),
  hangarxplor_csv: {
    type: "text/csv",
    name: "shiplist.csv",
    write(all) {
      const rows = all.map(({ name, companyName, pledge }) => {
        const { id = null, name: title = null, cost = null } = pledge;
        const flags = [isLti(pledge), pledge.warbond === true].map(String);
        return csvRow([companyName, name, ...flags, id, title, cost, dateText(pledge)]);
      });
      const heading = csvRow(["Manufacturer", "Ship", "Lti", "Warbond", "ID", "Pledge", "Cost", "Date"]);
      return CSV_START + heading + rows.join("");
    },
  },
  fleetyards: json("fleetyards.json", ({ name, slug, companyName, nickname }) => ({
    name,
    slug,
    shipCode: codeOf(name),
    manufacturerName: companyName,
    ...{ manufacturerCode: "", paintSlug: null },
    shipName: nickname,
    ...{ shipSerial: null, wanted: false, flagship: false, public: false, saleNotify: false },
    ...{ nameVisible: false, groups: [], modules: [], upgrades: [] },
  })),
};

/** The caller's hangar as a file in a format that an import reads too. The first of several ships has the nickname. */
export async function exportHangar({ db, actor }: MemberContext, { format }: ExportQuery) {
  const entries = await db
    .select({
      name: ships.name,
      slug: ships.slug,
      companyName: ships.companyName,
      nickname: hangarShips.nickname,
      quantity: hangarShips.quantity,
      pledges: hangarShips.pledges,
    })
    .from(hangarShips)
    .innerJoin(
      ships,
      and(eq(ships.organizationId, hangarShips.organizationId), eq(ships.id, hangarShips.shipId)),
    )
    .where(eq(hangarShips.userId, actor.userId))
    .orderBy(asc(hangarShips.shipId));
  const all = entries.flatMap(({ quantity, nickname, pledges, ...ship }) =>
    Array.from({ length: quantity }, (_, at) => ({
      ...ship,
      nickname: at === 0 ? nickname : null,
      pledge: pledges?.[at] ?? {},
    })),
  );
  const { type, name, write } = FORMATS[format];
  return { type, name, body: write(all) };
}
