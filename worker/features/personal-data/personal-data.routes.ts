import { Hono } from "hono";
import { signedIn } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { exportPersonalData } from "./export.ts";

export const personalDataRoutes = new Hono<App>().get("/user/data", signedIn(), async (c) =>
  c.body(await exportPersonalData(contextOf(c)), 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="my-data-${c.var.now.toISOString().slice(0, 10)}.json"`,
    "Cache-Control": "no-store",
  }),
);
