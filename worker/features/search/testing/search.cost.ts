import type { CostCase } from "../../../testing/costing.ts";

/** Common and rare texts, short ones, and typos. */
const TEXTS = [
  "a",
  "an",
  "the",
  "e",
  "person",
  "preson 99",
  "pilot",
  "contract 7",
  "cnotract 9990",
  "@p",
  "mining timer event ship",
];

export const costs: CostCase[] = TEXTS.map((q) => ({
  route: `GET /api/search?q=${q}`,
  kind: "search",
  request: () => ({ path: `/api/search?q=${encodeURIComponent(q)}` }),
}));
