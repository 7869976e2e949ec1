import { defineErrors, problem } from "../../../lib/errors.ts";

export const restoreErrors = defineErrors({
  restore_no_backup: problem(422)(
    "This file is no backup of the Command Centre. Choose a file named crm-backup-… .json.",
    "Denne fil er ikke en backup fra Command Centre. Vælg en fil, der hedder crm-backup-… .json.",
  ),
  restore_newer: problem(422)(
    "This backup was made by a newer version (schema {schema}). Update this deployment first, then restore it.",
    "Denne backup er lavet af en nyere version (skema {schema}). Opdater denne installation først, og gendan den så.",
  ),
  restore_foreign: problem(422)(
    "This backup is of another organization ({name}, number {id}), and cannot be restored into this one.",
    "Denne backup er fra en anden organisation ({name}, nummer {id}) og kan ikke gendannes i denne.",
  ),
  restore_cut: problem(422)(
    "The file ends too early, after line {line}. Nothing was changed. Take another copy of it.",
    "Filen slutter for tidligt, efter linje {line}. Intet er ændret. Brug en anden kopi af den.",
  ),
  restore_packed: problem(422)(
    "The packed file becomes more than {times} times as large. Nothing was changed. Send it unpacked.",
    "Den pakkede fil bliver mere end {times} gange så stor. Intet er ændret. Send den upakket.",
  ),
  restore_line: problem(422)(
    "Line {line} of the file is not as it was written. Nothing was changed. Take another copy of it.",
    "Linje {line} i filen er ikke, som den blev skrevet. Intet er ændret. Brug en anden kopi af den.",
  ),
  restore_row: problem(422)(
    "Row {row} of {table} is damaged. Nothing was changed. Take another copy of the file.",
    "Række {row} i {table} er beskadiget. Intet er ændret. Brug en anden kopi af filen.",
  ),
  restore_checksum: problem(422)(
    "The checksum of {table} is wrong: rows were changed after the backup was made. Nothing was changed here.",
    "Tjeksummen for {table} er forkert: Rækker er ændret, efter backuppen blev lavet. Intet er ændret her.",
  ),
  restore_altered: problem(422)(
    "The file was changed after it was written: its checksum as a whole is wrong. Nothing was changed here.",
    "Filen er ændret, efter den blev skrevet: Dens samlede tjeksum er forkert. Intet er ændret her.",
  ),
  restore_tables: problem(422)(
    "The file lacks tables, or has one twice: {table}. Nothing was changed. Take another copy of it.",
    "Filen mangler tabeller, eller en er der to gange: {table}. Intet er ændret. Brug en anden kopi af den.",
  ),
  restore_key_taken: problem(422)(
    "Rows of {table} have numbers that another organization uses here. Restore this backup into a deployment of its own.",
    "Rækker i {table} har numre, som en anden organisation bruger her. Gendan backuppen i sin egen installation.",
  ),
  restore_reference: problem(422)(
    "Row {row} of {table} names {value} in {column}, which is neither in the backup nor here. Nothing was changed. Take an earlier backup.",
    "Række {row} i {table} nævner {value} i {column}, som hverken er i backuppen eller her. Intet er ændret. Brug en tidligere backup.",
  ),
  restore_no_administrator: problem(422)(
    "Nobody could sign in as an administrator after this restore: the backup has none who is active. Nothing was changed.",
    "Ingen kunne logge ind som administrator efter denne gendannelse: Backuppen har ingen, der er aktiv. Intet er ændret.",
  ),
  restore_refused: problem(422)(
    "The database did not take the rows of this backup. Nothing was changed. The server's log says more.",
    "Databasen tog ikke imod rækkerne i denne backup. Intet er ændret. Serverens log siger mere.",
  ),
  restore_confirm: problem(422)(
    "Type the name of the organization as the backup has it: {name}.",
    "Skriv organisationens navn, som backuppen har det: {name}.",
  ),
  restore_runs: problem(409)(
    "A restore is under way. Wait until it is done, or stop it first.",
    "En gendannelse er i gang. Vent, til den er færdig, eller stop den først.",
  ),
  restore_over: problem(409)(
    "This restore is over. Choose the file again.",
    "Denne gendannelse er slut. Vælg filen igen.",
  ),
});
