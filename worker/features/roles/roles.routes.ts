import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { listRoles } from "./roles.ts";

export const roleRoutes = new Hono<App>().get(
  "/roles/:orgId",
  requires("members.read"),
  depends(["members"]),
  async (c) => c.json(await listRoles(contextOf(c))),
);
