import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, without a trailing slash. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

export const inRoot = (...parts: string[]) => join(root, ...parts);

/** Returns a folder for printing: relative to the repository if it is inside. */
export const shown = (folder: string) => (folder.startsWith(root + sep) ? relative(root, folder) : folder);

/** The folder for everything that local runs write, except builds. */
export const dataRoot = process.env["DATA_DIR"] ?? inRoot(".data");

/** Returns the data folder of a local organization: the demo, or one that starts empty. */
export const organizationFolder = (kind: "demo" | "own") => join(dataRoot, kind);
