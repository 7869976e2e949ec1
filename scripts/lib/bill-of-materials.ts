import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Failure } from "./failure.ts";
import { inRoot, root } from "./paths.ts";

type Component = {
  "bom-ref": string;
  type: string;
  name: string;
  version: string;
  scope: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
};

/** A bill of materials in the format CycloneDX. https://cyclonedx.org/docs/1.5/json */
export type BillOfMaterials = {
  bomFormat: string;
  metadata: { component: Component };
  components: Component[];
};

type Locked = { version: string; integrity?: string; dev?: boolean; devOptional?: boolean };

/** Returns the packages of the lock file that are not for development alone. */
export function productionPackages(): Component[] {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages).flatMap(([folder, { version, integrity = "", dev, devOptional }]) => {
    if (folder === "" || dev || devOptional) return [];
    const name = folder.replace(/^.*node_modules\//, "");
    const [, hash = ""] = /^sha512-(\S+)/.exec(integrity) ?? [];
    return {
      ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, scope: "required" },
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      ...(hash ? { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] } : {}),
    };
  });
}

/**
 * Makes the bill of materials of the packages that the lock file names for production, without using the network.
 * @throws Failure with npm's own words
 */
export function makeBillOfMaterials(): BillOfMaterials {
  const npm = process.env["npm_execpath"];
  const options = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", "--offline"];
  const started = { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...options], started)
    : spawnSync("npm", options, { ...started, shell: process.platform === "win32" });
  if (status !== 0) throw new Failure(`npm made no bill of materials: ${stderr || "npm did not start."}`);
  const bill = JSON.parse(stdout) as BillOfMaterials;
  // npm takes the name of the folder.
  bill.metadata.component.name = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).name;
  // npm leaves out packages that a package for development needs, too.
  const named = new Set(bill.components.map(({ purl }) => purl));
  bill.components.push(...productionPackages().filter(({ purl }) => !named.has(purl)));
  return bill;
}
