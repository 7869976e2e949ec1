import { Hono } from "hono";
import { errors } from "../../../lib/errors.ts";
import { signedIn } from "../../../lib/http/access.ts";
import { type App, contextOf, idParameter, type RequestContext } from "../../../lib/http/app.ts";
import { input } from "../../../lib/http/input.ts";
import { importShips } from "./apply.ts";
import { exportHangar } from "./export.ts";
import { exportQuery, importInput, previewInput } from "./import.schema.ts";
import { previewImport } from "./preview.ts";

/** Largest body of an import, in bytes: a file of the largest size, with its quotes escaped. */
export const IMPORT_BODY_LIMIT = 9.5 * 1024 * 1024;

/** The context of a user at their own hangar. @throws AppError not_found for another one's */
function ownContext(c: RequestContext) {
  const context = contextOf(c);
  if (idParameter(c, "userId") !== context.actor.userId) throw errors.not_found();
  return context;
}

export const importRoutes = new Hono<App>()
  .post("/uex/user/:userId/ships/import/preview", signedIn(), input("json", previewInput), async (c) =>
    c.json(await previewImport(ownContext(c), c.req.valid("json"))),
  )
  .post("/uex/user/:userId/ships/import", signedIn(), input("json", importInput), async (c) =>
    c.json(await importShips(ownContext(c), c.req.valid("json"))),
  )
  .get("/uex/user/:userId/ships/export", signedIn(), input("query", exportQuery), async (c) => {
    const { type, name, text } = await exportHangar(ownContext(c), c.req.valid("query").format);
    return c.body(text, 200, {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
    });
  });
