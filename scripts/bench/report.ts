export type Measured = { what: string; is: string; budget: string; holds: boolean };

type Limit = { is: number; unit: string; digits?: number };

/** Returns a figure with a lower or an upper limit. */
export function below(limit: Limit & ({ least: number } | { most: number })): Omit<Measured, "what"> {
  const show = (value: number) => `${value.toFixed(limit.digits ?? 0)} ${limit.unit}`;
  return "least" in limit
    ? { is: show(limit.is), budget: `≥ ${show(limit.least)}`, holds: limit.is >= limit.least }
    : { is: show(limit.is), budget: `≤ ${show(limit.most)}`, holds: limit.is <= limit.most };
}

/** Prints the figures as a table; returns whether every budget holds. */
export function report(measured: Measured[]): boolean {
  const width = (key: "what" | "is" | "budget") => Math.max(...measured.map((each) => each[key].length));
  const [what, is, budget] = [width("what"), width("is"), width("budget")];
  for (const each of measured) {
    const verdict = each.holds ? "holds" : "BROKEN";
    console.log(
      `${each.what.padEnd(what)}  ${each.is.padStart(is)}  ${each.budget.padStart(budget)}  ${verdict}`,
    );
  }
  return measured.every((each) => each.holds);
}
