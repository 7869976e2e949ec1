import { mkdirSync, writeFileSync } from "node:fs";
import { makeBillOfMaterials } from "./lib/bill-of-materials.ts";
import { Failure } from "./lib/failure.ts";
import { inRoot } from "./lib/paths.ts";

// `npm run sbom` writes the bill of materials of a release, a CycloneDX document, to dist/sbom.json.
try {
  const bill = makeBillOfMaterials();
  mkdirSync(inRoot("dist"), { recursive: true });
  writeFileSync(inRoot("dist/sbom.json"), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`Wrote dist/sbom.json: ${bill.components.length} packages.`);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
