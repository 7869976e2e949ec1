import { writeFileSync } from "node:fs";
import { makeCommandsDocument } from "./lib/commands-document.ts";
import { inRoot } from "./lib/paths.ts";

// `npm run commands` writes the table of all commands in Discord, docs/commands.md.
writeFileSync(inRoot("docs/commands.md"), await makeCommandsDocument());
console.log("Wrote docs/commands.md.");
