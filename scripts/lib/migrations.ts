import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

/** A migration, named as its file is without its ending; its number has four digits. */
export type Migration = { name: string; number: string; sql: string };

/** Reads a repository's migrations in the order in which they are applied. */
export const readMigrations = (folder = root): Migration[] =>
  readdirSync(join(folder, "migrations"))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({
      name: file.slice(0, -".sql".length),
      number: file.slice(0, 4),
      sql: readFileSync(join(folder, "migrations", file), "utf8"),
    }));
