import type { FarFigures, LayoutName } from "../../worker/testing/far.ts";
import { measureInWorkerd, printTable } from "./in-workerd.ts";
import { below, type Measured } from "./report.ts";

/** The most sequential round trips. A request revalidates its cached actor with its data, and an edit then writes. */
const BUDGETS: Record<string, { longest: number; chain?: number }> = {
  "first page: the dashboard": { longest: 1, chain: 1 },
  "another page: the pipeline": { longest: 1, chain: 1 },
  "edit a prospect's notes": { longest: 2 },
  "sign in with a password": { longest: 2 },
  "/events in Discord": { longest: 2 },
};

/** Prints how long users wait whose database is far away, in each layout of worker and database. */
export async function measureFar(): Promise<Measured[]> {
  const { delays, figures } = await measureInWorkerd<{ delays: number[]; figures: FarFigures[] }>(
    "far.bench.ts",
    "far",
  );
  const layouts = Object.keys(figures[0]?.ms ?? {}) as LayoutName[];
  console.log(
    `Milliseconds that a user waits for the network, whose database is ${delays.join(", ")} ms away:`,
  );
  printTable([
    ["", "trips", "in sequence", "afterwards", ...layouts],
    ...figures.map(({ name, trips, chain, after, ms }) => [
      name,
      ...[trips, chain, after].map(String),
      ...layouts.map((layout) => ms[layout].join(" / ")),
    ]),
  ]);
  return figures.flatMap(({ name, chain, longest }) => {
    const budget = BUDGETS[name];
    if (!budget) throw new Error(`${name} has no budget.`);
    const row = (what: string, most: number, is: number) => ({
      what: `D1 round trips in sequence ${what}, ${name}`,
      ...below({ most, is, unit: "trips" }),
    });
    return [
      row("in a request", budget.longest, longest),
      ...(budget.chain === undefined ? [] : [row("for the whole page", budget.chain, chain)]),
    ];
  });
}
