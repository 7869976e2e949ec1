import { startVitest } from "vitest/node";
import { inRoot, root } from "../lib/paths.ts";

/**
 * Runs a bench of `worker/testing` inside workerd, on a real D1, and answers what its test noted as `name` of its `meta`.
 * @throws Error where it noted nothing
 */
export async function measureInWorkerd<Noted>(file: string, name: string): Promise<Noted> {
  const vitest = await startVitest([], {
    root,
    config: inRoot("vitest.config.ts"),
    include: [`worker/testing/${file}`],
    watch: false,
    reporters: ["minimal"],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const noted = (tests[0]?.meta() as Record<string, unknown> | undefined)?.[name];
  await vitest.close();
  if (!noted) throw new Error(`${file} could not be measured.`);
  return noted as Noted;
}

/** Prints rows, whose first cells are names and whose others are figures. */
export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  for (const [name = "", ...figures] of rows) {
    const cells = figures.map((cell, at) => cell.padStart(widths[at + 1] ?? 0));
    console.log([name.padEnd(widths[0] ?? 0), ...cells].join("  "));
  }
}
