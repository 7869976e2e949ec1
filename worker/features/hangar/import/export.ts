import { and, asc, eq } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { CSV_START, csvRow } from "../../../lib/csv.ts";
import { ships } from "../../ships/index.ts";
import { hangarShips } from "../hangar.table.ts";
import type { ExportFormat, Pledge } from "./import.schema.ts";

/** One ship of a hangar: an entry of three is three of them. */
type ExportedShip = {
  name: string;
  slug: string;
  companyName: string;
  nickname: string | null;
  pledge: Pledge;
};

const isLti = ({ insurance }: Pledge) => insurance === "LTI";
const codeOf = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, "_");

const FORMATS: Record<
  ExportFormat,
  { type: string; name: string; write: (ships: ExportedShip[]) => string }
> = {
  hangarxplor_json: {
    type: "application/json; charset=utf-8",
    name: "shiplist.json",
    write: (all) =>
      JSON.stringify(
        all.map(({ name, companyName, nickname, pledge }) => ({
          ship_code: codeOf(name),
          ship_name: nickname ?? name,
          manufacturer_name: companyName,
          lti: isLti(pledge),
          name,
          warbond: false,
          entity_type: "ship",
          pledge_id: pledge.id ?? null,
          pledge_name: pledge.name ?? null,
          pledge_cost: pledge.cost ?? null,
        })),
        null,
        2,
      ),
  },
  hangarxplor_csv: {
    type: "text/csv; charset=utf-8",
    name: "shiplist.csv",
    write: (all) =>
      CSV_START +
      csvRow(["Manufacturer", "Ship", "Lti", "Warbond", "ID", "Pledge", "Cost", "Date"]) +
      all
        .map(({ name, companyName, pledge }) =>
          csvRow([
            companyName,
            name,
            String(isLti(pledge)),
            "false",
            pledge.id ?? null,
            pledge.name ?? null,
            pledge.cost ?? null,
            null,
          ]),
        )
        .join(""),
  },
  fleetyards: {
    type: "application/json; charset=utf-8",
    name: "fleetyards.json",
    write: (all) =>
      JSON.stringify(
        all.map(({ name, slug, companyName, nickname }) => ({
          name,
          slug,
          shipCode: codeOf(name),
          manufacturerName: companyName,
          manufacturerCode: "",
          paintSlug: null,
          shipName: nickname,
          shipSerial: null,
          wanted: false,
          flagship: false,
          public: false,
          saleNotify: false,
          nameVisible: false,
          groups: [],
          modules: [],
          upgrades: [],
        })),
        null,
        2,
      ),
  },
};

/** The caller's hangar as a file in a format that an import reads too. The first of several ships has the nickname. */
export async function exportHangar({ db, actor }: UserContext, format: ExportFormat) {
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
  return { type, name, text: write(all) };
}
