import { defineErrors } from "../../lib/errors.ts";

export const importErrors = defineErrors({
  import_unknown: {
    status: 400,
    en: "No list of ships that we can read. Nothing was imported; choose another file, paste one name a line, or call a column Ship.",
    da: "Det er ikke en liste over skibe, vi kan læse. Intet blev importeret; vælg en anden fil, indsæt ét navn pr. linje, eller kald en kolonne Ship.",
  },
  import_web_page: {
    status: 400,
    en: "This is a web page, not a ship list. Nothing was imported; use the export of the site or extension instead.",
    da: "Det er en webside, ikke en skibsliste. Intet blev importeret; brug i stedet sidens eller udvidelsens eksport.",
  },
  import_broken: {
    status: 400,
    en: "The file is broken near line {line}. Nothing was imported; export it once more and try again.",
    da: "Filen er ødelagt omkring linje {line}. Intet blev importeret; eksporter den igen, og prøv igen.",
  },
  import_no_ships: {
    status: 400,
    en: "The file lists no ships. Nothing was imported; check that the page was loaded to its end before the export.",
    da: "Filen har ingen skibe. Intet blev importeret; se efter, at siden var indlæst helt før eksporten.",
  },
  import_too_long: {
    status: 400,
    en: "The file lists more than {limit} ships. Nothing was imported; divide it and import the parts.",
    da: "Filen har mere end {limit} skibe. Intet blev importeret; del den, og importer delene.",
  },
  hangar_changed: {
    status: 409,
    en: "Your hangar changed while you were looking at this. Nothing was imported; review the file once more.",
    da: "Din hangar blev ændret imens. Intet blev importeret; gennemgå filen igen.",
  },
});
