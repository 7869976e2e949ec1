import { startProduct } from "./product.ts";

/** Starts the product for the whole run and ends it afterwards, unless E2E_ADDRESS names one that runs already. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env["E2E_ADDRESS"] && process.env["E2E_DISCORD"]) return async () => {};
  const product = await startProduct();
  process.env["E2E_ADDRESS"] = product.address;
  process.env["E2E_DISCORD"] = product.discord;
  process.env["E2E_FOLDER"] = product.folder;
  process.env["EMULATOR_SECRET"] = product.secret;
  return product.end;
}
