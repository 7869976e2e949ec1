// `node pick-packages.mjs <name>…` leaves only the named dependencies in package.json of the current folder, so that
// `npm install` installs these and what they need, at the versions of package-lock.json.
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
