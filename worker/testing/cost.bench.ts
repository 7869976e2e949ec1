import { expect, it } from "vitest";
import { type Costs, measureCosts } from "./cost.ts";

it("measures what every route costs, for scripts/bench/cost.ts", async ({ task }) => {
  const costs: Costs = await measureCosts([100, 2_000, 10_000]);
  Object.assign(task.meta, { costs });
  expect(costs.routes.length).toBeGreaterThan(0);
});
