import { Hono } from "hono";
import { signedIn } from "../../../lib/http/access.ts";
import { answer } from "../../../lib/http/answer.ts";
import type { App } from "../../../lib/http/app.ts";
import { input } from "../../../lib/http/input.ts";
import { ownerOf } from "../owner.ts";
import { importShips } from "./apply.ts";
import { exportHangar } from "./export.ts";
import { exportQuery, importInput, importResult, importReview, previewInput } from "./import.schema.ts";
import { previewImport } from "./preview.ts";

/** Largest body of an import, in bytes: a file of the largest size, with its quotes escaped. */
export const IMPORT_BODY_LIMIT = 9.5 * 1024 * 1024;

export const importRoutes = new Hono<App>()
  .post("/uex/user/:userId/ships/import/preview", signedIn(), input("json", previewInput), async (c) =>
    answer(c, importReview, await previewImport(ownerOf(c), c.req.valid("json"))),
  )
  .post("/uex/user/:userId/ships/import", signedIn(), input("json", importInput), async (c) =>
    answer(c, importResult, await importShips(ownerOf(c), c.req.valid("json"))),
  )
  .get("/uex/user/:userId/ships/export", signedIn(), input("query", exportQuery), async (c) => {
    const { type, name, text } = await exportHangar(ownerOf(c), c.req.valid("query").format);
    return c.body(text, 200, {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
    });
  });
