import type { Costs, RouteCost } from "../../worker/testing/cost.ts";
import { measureInWorkerd, printTable } from "./in-workerd.ts";

/** Dollars for one row. https://developers.cloudflare.com/d1/platform/pricing/ */
const PRICE = { written: 1 / 1_000_000, read: 0.001 / 1_000_000 };

/** Returns the dollars that D1 bills for 1,000 requests of a route with the largest tables. */
const priceOf = ({ read, written }: RouteCost) =>
  1_000 * (written * PRICE.written + (read.at(-1) ?? 0) * PRICE.read);

/** Prints what a successful request of every route costs and which budgets are broken; returns whether all hold. */
export async function measureCost(): Promise<boolean> {
  const { sizes, routes } = await measureInWorkerd<Costs>("cost.bench.ts", "costs");
  printTable([
    ["route", "trips", ...sizes.map((size) => `read at ${size}`), "written", "1,000 requests", ""],
    ...routes.map((each) => [
      each.route,
      String(each.trips),
      ...each.read.map((read) => String(read ?? "-")),
      String(each.written),
      `$${priceOf(each).toFixed(4)}`,
      Object.keys(each.broken).length ? "BROKEN" : "holds",
    ]),
  ]);
  const broken = routes.flatMap((each) => Object.values(each.broken));
  for (const sentence of broken) console.log(sentence);
  return broken.length === 0;
}
