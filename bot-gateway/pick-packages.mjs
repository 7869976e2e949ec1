// `node pick-packages.mjs <name>…` in a folder with the repository's package.json and package-lock.json: leaves only
// these dependencies, so that `npm install` brings them, and what they need, at the versions of the lock file.
import { readFileSync, writeFileSync } from "node:fs";

const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const versions = { ...devDependencies, ...dependencies };
const picked = Object.fromEntries(
  process.argv.slice(2).map((name) => {
    if (!versions[name]) throw new Error(`package.json has no dependency ${name}`);
    return [name, versions[name]];
  }),
);
writeFileSync(
  "package.json",
  `${JSON.stringify({ private: true, type: "module", dependencies: picked }, null, 2)}\n`,
);
