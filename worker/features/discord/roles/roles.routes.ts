import { Hono } from "hono";
import * as z from "zod/mini";
import { requires } from "../../../lib/http/access.ts";
import { answer } from "../../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../../lib/http/app.ts";
import { depends } from "../../../lib/http/depends.ts";
import { input } from "../../../lib/http/input.ts";
import { recent } from "../../../lib/http/recent.ts";
import { syncRoles } from "../sync.ts";
import { listDiscordRoles } from "./discord-roles.ts";
import { getRoleSync, mapRole, orderMappings } from "./mappings.ts";
import { previewSync } from "./preview.ts";
import {
  discordRole,
  previewQuery,
  priorityInput,
  roleMapping,
  roleMappingInput,
  rolePreview,
  roleSync,
  roleSyncAnswer,
  roleSyncInput,
} from "./roles.schema.ts";

export const roleRoutes = new Hono<App>()
  .get("/discord/roles/:orgId", requires("admin.system"), async (c) =>
    answer(c, z.array(discordRole), await listDiscordRoles(contextOf(c))),
  )
  .get(
    "/discord/role-sync/:orgId",
    requires("admin.system"),
    depends(["discord_roles", "members", "activity"]),
    async (c) => answer(c, roleSync, await getRoleSync(contextOf(c))),
  )
  .get(
    "/discord/role-mappings/:orgId",
    requires("admin.system"),
    depends(["discord_roles", "members"]),
    async (c) => answer(c, z.array(roleMapping), (await getRoleSync(contextOf(c))).mappings),
  )
  .get("/discord/role-mappings/:orgId/:roleId", requires("admin.system"), async (c) => {
    const roleId = idParameter(c, "roleId");
    const { mappings } = await getRoleSync(contextOf(c), roleId);
    return answer(
      c,
      z.array(roleMapping),
      mappings.filter((each) => each.roleId === roleId),
    );
  })
  // Before the route of one role, whose id would be "priority".
  .put(
    "/discord/role-mappings/:orgId/priority",
    requires("admin.system"),
    recent(),
    input("json", priorityInput),
    async (c) => answer(c, roleSync, await orderMappings(contextOf(c), c.req.valid("json"))),
  )
  .put(
    "/discord/role-mappings/:orgId/:roleId",
    requires("admin.system"),
    recent(),
    input("json", roleMappingInput),
    async (c) =>
      answer(c, roleSync, await mapRole(contextOf(c), idParameter(c, "roleId"), c.req.valid("json"))),
  )
  .get("/discord/role-preview/:orgId", requires("admin.system"), input("query", previewQuery), async (c) =>
    answer(c, rolePreview, await previewSync(contextOf(c), c.req.valid("query"))),
  )
  .post("/discord/sync-roles/:orgId", requires("admin.system"), input("json", roleSyncInput), async (c) =>
    answer(c, roleSyncAnswer, await syncRoles(contextOf(c), c.req.valid("json"))),
  );
