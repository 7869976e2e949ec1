import { defineAudit, readBy } from "../../lib/audit.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { ImportFormat } from "./imports.schema.ts";

/** Names of the lists. */
const FORMATS: Record<ImportFormat, string | Record<Language, string>> = {
  hangarxplor_json: "HangarXPLOR",
  hangarxplor_csv: "HangarXPLOR (CSV)",
  extension_json: { en: "the Hangar extension", da: "Hangar-udvidelsen" },
  extension_csv: { en: "the Hangar extension (CSV)", da: "Hangar-udvidelsen (CSV)" },
  fleetyards: "FleetYards",
  starjump: "StarJump",
  ccu_game: "CCU Game",
  table: { en: "a table", da: "en tabel" },
  names: { en: "a list of names", da: "en liste med navne" },
};

/** Imports appear only in the audit log: hangars are private. */
export const importAudit = defineAudit(
  {
    "hangar.imported": readBy("private")(
      "{actor} imported ships from {format}: {added} added, {changed} changed, {removed} removed",
      "{actor} importerede skibe fra {format}: {added} tilføjet, {changed} ændret, {removed} fjernet",
    ),
    // Written by older versions: an entry for each name.
    "hangar.name_answered": readBy("private")(
      "{actor} said that {subject} means {to} in imports",
      "{actor} svarede, at {subject} betyder {to} i importer",
    ),
  },
  {
    fields: {
      "hangar.imported": { en: "Ships", da: "Skibe" },
      Names: { en: "Names", da: "Navne" },
      "hangar.name_answered": { en: "Ship", da: "Skib" },
    },
    detailText: (name, value, language) => {
      if (name !== "format") return null;
      const text = FORMATS[value as ImportFormat] ?? value;
      return typeof text === "string" ? text : text[language];
    },
  },
);
