import { own } from "../../lib/http/access.ts";
import { file } from "../../lib/http/answers.ts";
import { get, post } from "../../lib/http/route.ts";
import { importShips } from "./apply.ts";
import { exportHangar } from "./export.ts";
import { exportQuery, importInput, importResult, importReview, previewInput } from "./imports.schema.ts";
import { previewImport } from "./review.ts";

/** Largest body of an import, in bytes: a file of the largest size, with its quotes escaped. */
export const IMPORT_BODY_LIMIT = 9.5 * 1024 * 1024;

const access = own();

export const importRoutes = [
  post("/uex/user/:userId/ships/import/preview", {
    access,
    body: previewInput,
    answers: importReview,
    summary: "Compare a file of another program with the caller's hangar",
    run: previewImport,
  }),
  post("/uex/user/:userId/ships/import", {
    access,
    body: importInput,
    answers: importResult,
    rows: ({ ships, removals, answers }) => 30 + 3 * (ships.length + removals.length) + 2 * answers.length,
    summary: "Bring the ships of a file into the caller's hangar",
    run: importShips,
  }),
  get("/uex/user/:userId/ships/export", {
    access,
    query: exportQuery,
    answers: file("application/json", "text/csv"),
    summary: "Save the caller's hangar in a format of another program",
    run: exportHangar,
  }),
];
