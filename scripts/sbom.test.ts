import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeBillOfMaterials } from "./lib/bill-of-materials.ts";
import { inRoot } from "./lib/paths.ts";

type Locked = { version?: string; dev?: boolean; devOptional?: boolean; integrity?: string };

test("the bill of materials names every package of the lock file that is not for development alone, with its hash", () => {
  const lock = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const wanted = Object.entries(lock.packages).flatMap(
    ([folder, { version, dev, devOptional, integrity }]) =>
      folder === "" || dev || devOptional
        ? []
        : [[`${folder.replace(/^.*node_modules\//, "")}@${version}`, integrity !== undefined] as const],
  );
  const { bomFormat, metadata, components } = makeBillOfMaterials();
  const named = new Map(
    components.map(({ name, version, hashes = [] }) => [`${name}@${version}`, hashes.length > 0]),
  );
  assert.deepEqual(
    wanted.filter(([name, isHashed]) => named.get(name) !== isHashed).map(([name]) => name),
    [],
  );
  assert.ok(wanted.length > 100);
  assert.deepEqual([bomFormat, metadata.component.name], ["CycloneDX", "command-centre"]);
});

test("the bill of materials names each direct dependency of package.json", () => {
  const { dependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const named = makeBillOfMaterials().components.map(({ name, version }) => `${name}@${version}`);
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => !named.includes(`${name}@${version}`),
  );
  assert.deepEqual(missing, []);
});
