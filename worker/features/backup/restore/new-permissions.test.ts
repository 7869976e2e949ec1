import { beforeEach, expect, it } from "vitest";
import { SYSTEM_PERMISSIONS } from "../../../lib/permissions.schema.ts";
import { type Caller, person, raw, rows } from "../../../testing/world.ts";
import type { Backup } from "../backup.schema.ts";
import { applied } from "../testing/applied.ts";
import { sealed } from "../testing/sealed.ts";
import type { Restore, RestoreRow } from "./restore.schema.ts";

const PATH = "/api/backup/restores";
/** Held by officers, CRM Managers and administrators alone. */
const NEW = "bots.read";

let ada: Caller;
let backup: Backup;
const permissions = async () =>
  Object.fromEntries(
    (
      await rows<{ name: string; permissions: string }>("select name, permissions from roles order by id")
    ).map((role) => [role.name, JSON.parse(role.permissions) as string[]]),
  );

beforeEach(async () => {
  ada = await person("administrator", 1, "Ada");
  await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(ada.userId).run();
  await raw.DB.batch([
    raw.DB.prepare(
      `insert into roles (organization_id, name, permissions, priority, is_system, created_at, updated_at)
         values (1, 'Own', '["members.read"]', 5, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    ),
    // A state before the permission existed, and a permission that a user took away.
    raw.DB.prepare(
      `update roles set permissions = (select json_group_array(value) from json_each(roles.permissions)
         where value <> '${NEW}' and not (roles.key = 'officer' and value = 'audit.read'))`,
    ),
  ]);
  backup = JSON.parse((await ada.call("GET", "/api/backup/export")).text) as Backup;
});

/** Rehearses a document that lists these permissions, where nothing changed since. */
async function rehearse(known: readonly string[] | undefined): Promise<Restore> {
  const { permissions: _, ...header } = backup.header;
  const text = sealed({ ...backup, header: known ? { ...header, permissions: [...known] } : header });
  const answer = await ada.call("POST", PATH, { body: text });
  expect([answer.status, answer.status === 201 ? "" : answer.text]).toEqual([201, ""]);
  return JSON.parse(answer.text) as Restore;
}
const rowsOf = async ({ id }: Restore) => {
  const found = await ada.ok<RestoreRow[]>("GET", `${PATH}/${id}/rows`);
  return found.map(({ change, table, name, fields }) => [
    change,
    table,
    name,
    fields.map((each) => each.column),
  ]);
};
async function apply({ id, confirm }: Restore): Promise<void> {
  const { state, problem } = await applied(ada, id, confirm);
  expect([state, problem]).toEqual(["done", null]);
}

it("the header names the product's permissions", () => {
  expect(backup.header.permissions?.toSorted()).toEqual([...SYSTEM_PERMISSIONS].sort());
});

it("system roles get a permission that was added after the document, as the rehearsal shows; other roles and removed permissions stay", async () => {
  const before = await permissions();
  const rehearsed = await rehearse(SYSTEM_PERMISSIONS.filter((permission) => permission !== NEW));
  expect(await rowsOf(rehearsed)).toEqual([
    ["changes", "roles", "Officer", ["permissions"]],
    ["changes", "roles", "CRM Manager", ["permissions"]],
  ]);
  await apply(rehearsed);
  expect(await permissions()).toEqual({
    ...before,
    Officer: [...(before["Officer"] ?? []), NEW],
    "CRM Manager": [...(before["CRM Manager"] ?? []), NEW],
  });
});

it.each([
  ["that knew it already", SYSTEM_PERMISSIONS],
  ["that does not say what it knew", undefined],
])("restores the roles of a document %s unchanged", async (_, known) => {
  const before = await permissions();
  const rehearsed = await rehearse(known);
  expect(await rowsOf(rehearsed)).toEqual([]);
  await apply(rehearsed);
  expect(await permissions()).toEqual(before);
});
