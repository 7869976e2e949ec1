import { Hono } from "hono";
import * as z from "zod/mini";
import { requires } from "../../../lib/http/access.ts";
import { answer } from "../../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../../lib/http/app.ts";
import { depends } from "../../../lib/http/depends.ts";
import { input } from "../../../lib/http/input.ts";
import { recent } from "../../../lib/http/recent.ts";
import { createRole, deleteRole, moveMembers, updateRole } from "./change.ts";
import * as permissions from "./permissions.ts";
import { listRoles } from "./roles.rows.ts";
import * as schema from "./roles.schema.ts";

const administers = requires("admin.users");
const writesPermissions = requires("admin.permissions");

export const roleRoutes = new Hono<App>()
  .get("/roles/:orgId", requires("members.read", "admin.users"), depends(["members"]), async (c) =>
    answer(c, z.array(schema.role), await listRoles(contextOf(c))),
  )
  .post("/roles", administers, recent(), input("json", schema.createRoleInput), async (c) =>
    answer(c, schema.role, await createRole(contextOf(c), c.req.valid("json")), 201),
  )
  .put("/roles/:id", administers, recent(), input("json", schema.updateRoleInput), async (c) =>
    answer(c, schema.role, await updateRole(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .delete("/roles/:id", administers, recent(), async (c) => {
    await deleteRole(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .post("/roles/:id/move-members", administers, recent(), input("json", schema.moveMembersInput), async (c) =>
    answer(c, schema.role, await moveMembers(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .get("/permissions", administers, depends(["permissions"]), async (c) =>
    answer(c, z.array(schema.permissionRecord), await permissions.listPermissions(contextOf(c))),
  )
  .post("/permissions", writesPermissions, recent(), input("json", schema.createPermissionInput), async (c) =>
    answer(
      c,
      schema.permissionRecord,
      await permissions.createPermission(contextOf(c), c.req.valid("json")),
      201,
    ),
  )
  .put(
    "/permissions/:id",
    writesPermissions,
    recent(),
    input("json", schema.updatePermissionInput),
    async (c) =>
      answer(
        c,
        schema.permissionRecord,
        await permissions.updatePermission(contextOf(c), c.req.param("id"), c.req.valid("json")),
      ),
  )
  .delete("/permissions/:id", writesPermissions, recent(), async (c) => {
    await permissions.deletePermission(contextOf(c), c.req.param("id"));
    return c.body(null, 204);
  })
  .get("/permissions/:id/holders", administers, depends(["members"]), async (c) =>
    answer(
      c,
      z.array(schema.permissionHolder),
      await permissions.listHolders(contextOf(c), c.req.param("id")),
    ),
  )
  .get("/access/routes", administers, (c) =>
    answer(c, z.array(schema.routeAccess), permissions.listRoutes(c.var.routes)),
  );
