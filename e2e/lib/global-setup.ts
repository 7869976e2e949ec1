import { accessSync } from "node:fs";
import type { FullConfig } from "@playwright/test";
import { ALONE } from "./alone.ts";
import { missing } from "./engines.ts";
import { build, type Product, startProduct } from "./product.ts";

/** The variables by which tests find a product. */
const variables = ({ address, discord, folder, secret }: Product) => ({
  E2E_ADDRESS: address,
  E2E_DISCORD: discord,
  E2E_FOLDER: folder,
  EMULATOR_SECRET: secret,
});

/**
 * Starts a product that most tests of the run share, and one for those that have to be alone, where there are any; ends them
 * afterwards. Where E2E_ADDRESS names a product that runs already, all tests use that one. Says which browsers are not installed.
 */
export default async function globalSetup({ projects }: FullConfig): Promise<() => Promise<void>> {
  for (const file of Object.keys(ALONE)) accessSync(new URL(`../${file}`, import.meta.url));
  for (const reason of projects.map(({ name }) => missing(name)))
    if (reason) console.log(`Skipped: ${reason}`);
  if (process.env["E2E_ADDRESS"] && process.env["E2E_DISCORD"]) return async () => {};
  await build();
  const isAlone = projects.some(({ name }) => name === "alone");
  const started = await Promise.allSettled([startProduct(), isAlone ? startProduct() : null]);
  const end = async () => {
    await Promise.all(started.map((each) => each.status === "fulfilled" && each.value?.end()));
  };
  const [shared, alone] = started;
  if (shared.status === "rejected" || alone.status === "rejected") {
    await end();
    throw shared.status === "rejected" ? shared.reason : alone.status === "rejected" && alone.reason;
  }
  Object.assign(process.env, variables(shared.value));
  if (alone.value) process.env["E2E_ALONE"] = JSON.stringify(variables(alone.value));
  return end;
}
