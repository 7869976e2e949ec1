import { markdownTable } from "./table.ts";
import type { TestFile } from "./test-reports.ts";

/** How many files are listed. */
const SLOWEST = 20;

/** A part of the tests with its time, or several together. */
type Part = { id: string; seconds: number; cpu: number | null };

const whole = (value: number | null) => (value === null ? "–" : value.toFixed(0));
const tenths = (value: number | null) => (value === null ? "–" : value.toFixed(1));

/**
 * Makes two tables of seconds and CPU seconds: of the parts, which run beside each other, and of the slowest files. A dash
 * stands where CPU seconds cannot be told apart: files of the worker share its processes, journeys browsers and products.
 */
export function timesOf(parts: readonly Part[], files: readonly TestFile[]): string {
  const cpu = parts.reduce((sum, each) => sum + (each.cpu ?? 0), 0);
  const ofParts = [
    ...parts.map((each) => [each.id, whole(each.seconds), whole(each.cpu)]),
    ["all", "", parts.some((each) => each.cpu === null) ? "–" : whole(cpu)],
  ];
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const ofFiles = slowest.map((each) => [each.file, tenths(each.seconds), tenths(each.cpu)]);
  const tables = [markdownTable(["part", "seconds", "CPU seconds"], ofParts)];
  if (ofFiles.length > 0) tables.push(markdownTable(["slowest files", "seconds", "CPU seconds"], ofFiles));
  return tables.join("\n");
}
