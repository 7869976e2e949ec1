import * as z from "zod/mini";
import { proven, requires } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, post, put, remove } from "../../lib/http/route.ts";
import { createRole, deleteRole, updateRole } from "./change.ts";
import { listRoles, orderRoles } from "./order.ts";
import * as permissions from "./permissions.ts";
import * as schema from "./roles.schema.ts";

const administers = requires("admin.users");
const writesPermissions = proven(requires("admin.permissions"));

/** A permission's id is a text, such as `prospects.read`. */
const params = z.object({ id: z.string() });

/** @param texts the texts of the product's permissions */
export const roleRoutes = (texts: permissions.PermissionTexts) => [
  get("/roles/:orgId", {
    access: requires("members.read", "admin.users"),
    answers: z.array(schema.role),
    depends: ["members"],
    summary: "List roles, the highest first",
    run: listRoles,
  }),
  post("/roles", {
    access: proven(administers),
    body: schema.createRoleInput,
    answers: created(schema.role),
    summary: "Add a role",
    run: createRole,
  }),
  put("/roles/:orgId/order", {
    access: proven(administers),
    body: schema.roleOrderInput,
    answers: z.array(schema.role),
    rows: ({ roles }) => 20 + 2 * roles.length,
    summary: "Order the roles, the highest first",
    run: orderRoles,
  }),
  put("/roles/:id", {
    access: proven(administers),
    body: schema.updateRoleInput,
    answers: schema.role,
    summary: "Edit a role",
    run: updateRole,
  }),
  remove("/roles/:id", {
    access: proven(administers),
    answers: nothing,
    // Includes its mappings of Discord roles, at most 25.
    rows: 20 + 5 * 25,
    summary: "Delete a role that nobody has",
    run: deleteRole,
  }),
  get("/permissions", {
    access: administers,
    answers: z.array(schema.permissionRecord),
    depends: ["permissions"],
    summary: "List permissions",
    run: (context) => permissions.listPermissions(context, texts),
  }),
  post("/permissions", {
    access: writesPermissions,
    body: schema.createPermissionInput,
    answers: created(schema.permissionRecord),
    summary: "Add a permission of the organization's own",
    run: permissions.createPermission,
  }),
  put("/permissions/:id", {
    access: writesPermissions,
    params,
    body: schema.updatePermissionInput,
    answers: schema.permissionRecord,
    summary: "Edit a permission of the organization's own",
    run: permissions.updatePermission,
  }),
  remove("/permissions/:id", {
    access: writesPermissions,
    params,
    answers: nothing,
    summary: "Delete a permission that no role holds",
    run: permissions.deletePermission,
  }),
  get("/permissions/:id/holders", {
    access: administers,
    params,
    answers: z.array(schema.permissionHolder),
    depends: ["members"],
    summary: "List the roles that hold a permission",
    run: permissions.listHolders,
  }),
];
