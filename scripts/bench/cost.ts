import { startVitest } from "vitest/node";
import type { Costs, RouteCost } from "../../worker/testing/cost.ts";
import { inRoot, root } from "../lib/paths.ts";

/** Dollars for one row. https://developers.cloudflare.com/d1/platform/pricing/ */
const PRICE = { written: 1 / 1_000_000, read: 0.001 / 1_000_000 };

/** Returns the dollars that D1 bills for 1,000 requests of a route with the largest tables. */
const priceOf = ({ read, written }: RouteCost) =>
  1_000 * (written * PRICE.written + (read.at(-1) ?? 0) * PRICE.read);

function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  for (const [route = "", ...figures] of rows) {
    const cells = figures.map((cell, at) => cell.padStart(widths[at + 1] ?? 0));
    console.log([route.padEnd(widths[0] ?? 0), ...cells].join("  "));
  }
}

/** Measures every route inside workerd, on a real D1. */
async function readCosts(): Promise<Costs> {
  const vitest = await startVitest([], {
    root,
    config: inRoot("vitest.config.ts"),
    include: ["worker/testing/cost.bench.ts"],
    watch: false,
    reporters: ["minimal"],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const { costs } = (tests[0]?.meta() ?? {}) as { costs?: Costs };
  await vitest.close();
  if (!costs) throw new Error("The cost of the routes could not be measured.");
  return costs;
}

/** Prints what a successful request of every route costs and which budgets are broken; returns whether all hold. */
export async function measureCost(): Promise<boolean> {
  const { sizes, routes } = await readCosts();
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
