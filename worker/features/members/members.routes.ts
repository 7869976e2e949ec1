import { Hono } from "hono";
import * as z from "zod/mini";
import { requires } from "../../lib/http/access.ts";
import { answer, answerPage } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input, optionalInput } from "../../lib/http/input.ts";
import { recent } from "../../lib/http/recent.ts";
import { changeMemberRole, changeMemberStatus, endMemberSessions, endUserSessions } from "./change.ts";
import { exportMembers } from "./export.ts";
import { countMembers, listAssignableMembers, listMembers } from "./list.ts";
import {
  assignableMember,
  member,
  memberCounts,
  memberExportQuery,
  memberListQuery,
  memberRoleInput,
  memberStatusInput,
  passwordLink,
  passwordLinkOptions,
} from "./members.schema.ts";
import { createPasswordLink } from "./password-link.ts";

export const memberRoutes = new Hono<App>()
  .get(
    "/members/:orgId",
    requires("members.read"),
    input("query", memberListQuery),
    depends(["members", "discord"]),
    async (c) => answerPage(c, member, await listMembers(contextOf(c), c.req.valid("query"))),
  )
  .get("/members/:orgId/counts", requires("members.read"), depends(["members"]), async (c) =>
    answer(c, memberCounts, await countMembers(contextOf(c))),
  )
  .get("/members/:orgId/export", requires("members.read"), input("query", memberExportQuery), async (c) =>
    c.body(await exportMembers(contextOf(c), c.req.valid("query")), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="members-${c.var.now.toISOString().slice(0, 10)}.csv"`,
    }),
  )
  .get("/members/:orgId/assignable", requires("prospects.read"), depends(["members"]), async (c) =>
    answer(c, z.array(assignableMember), await listAssignableMembers(contextOf(c))),
  )
  .put("/members/:id/status", requires("members.write"), input("json", memberStatusInput), async (c) =>
    answer(c, member, await changeMemberStatus(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .put("/members/:id/role", requires("members.write"), input("json", memberRoleInput), async (c) =>
    answer(c, member, await changeMemberRole(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .post(
    "/members/:id/password-link",
    requires("admin.users"),
    recent(),
    optionalInput(passwordLinkOptions),
    async (c) =>
      answer(
        c,
        passwordLink,
        await createPasswordLink(contextOf(c), idParameter(c), c.req.valid("json")),
        201,
      ),
  )
  .delete("/users/:id/sessions", requires("admin.users"), recent(), async (c) => {
    await endUserSessions(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .delete("/members/:id/sessions", requires("members.write", "admin.users"), recent(), async (c) => {
    await endMemberSessions(contextOf(c), idParameter(c));
    return c.body(null, 204);
  });
