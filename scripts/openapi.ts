import { mkdirSync, writeFileSync } from "node:fs";
import { readOpenApi } from "./lib/declared.ts";
import { inRoot } from "./lib/paths.ts";

// `npm run openapi` writes the documentation of the API, an OpenAPI 3.1 document, to dist/openapi.json.
mkdirSync(inRoot("dist"), { recursive: true });
writeFileSync(inRoot("dist/openapi.json"), `${JSON.stringify(await readOpenApi(), null, 2)}\n`);
console.log("Wrote dist/openapi.json.");
