import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, without a trailing slash. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** A path inside the repository. */
export const inRoot = (...parts: string[]) => join(root, ...parts);

/** How a person names a folder: from the repository where it lies below it. */
export const shown = (folder: string) => (folder.startsWith(root + sep) ? relative(root, folder) : folder);

/** Everything that running the product locally writes, builds apart. */
export const dataRoot = process.env["DATA_DIR"] ?? inRoot(".data");

/** Where a local organization keeps its data: the demo, or one that starts empty. */
export const organizationFolder = (kind: "demo" | "own") => join(dataRoot, kind);
