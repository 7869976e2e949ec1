import { expect, it } from "vitest";
import { measureCosts, type RouteCost } from "./testing/cost.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Handed to scripts/bench/cost.ts. */
    costs?: { sizes: number[]; routes: RouteCost[] };
  }
}

it("measures what every route costs", async ({ task }) => {
  const sizes = [100, 2_000, 10_000];
  const routes = await measureCosts(sizes);
  task.meta.costs = { sizes, routes };
  expect(routes.length).toBeGreaterThan(0);
}, 300_000);
