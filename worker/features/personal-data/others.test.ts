import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { type Caller, person, prospect, raw } from "../../testing/world.ts";
import { ageProofs, outcomeOf } from "../second-factor/testing/second-factor.factory.ts";
import { personalDataPlan } from "./export.ts";

const PATH = "/api/user/data";
const { tables: TOLD } = personalDataPlan(FEATURES);

const modules = import.meta.glob<Record<string, unknown>>(["../../**/*.table.ts"], { eager: true });
/** The columns of each table that hold JSON, by the table's name. */
const JSON_COLUMNS = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map(getTableConfig)
    .map(({ name, columns }) => [
      name,
      columns.filter(({ dataType }) => dataType.includes("json")).map((column) => column.name),
    ]),
);

let mona: Caller;
beforeEach(async () => {
  mona = await person("member", 1, "Mona");
});

it("declares for every JSON column of the file its exported keys, or why it is the user's own throughout", () => {
  expect(JSON_COLUMNS.get("prospect_history")).toEqual(["changes", "before"]);
  for (const { name, columns, json = {} } of TOLD) {
    const described = (JSON_COLUMNS.get(name) ?? []).filter((column) => columns.includes(column));
    expect([name, Object.keys(json)]).toEqual([name, described]);
    for (const rule of Object.values(json))
      if (typeof rule === "string") expect(rule).toMatch(/^[A-Z].{20,}\.$/);
  }
});

it("names nobody who assigned, was assigned or changed something", async () => {
  const olga = await person("officer", 1, "Olga Officer");
  const id = await prospect({ user_id: mona.userId, display_name: "Mona", status: "intro" });
  await olga.ok("PATCH", `/api/prospects/${id}/status`, {
    status: "onboarding",
    assignedTo: olga.memberId,
    deadline: "2027-01-01T12:00:00.000Z",
  });
  const { text } = await mona.call("GET", PATH);
  expect(text).toContain("2027-01-01");
  expect(text).not.toContain("Olga");
});

it("contains only exported keys of JSON, whatever else is stored", async () => {
  const keyed = TOLD.flatMap(({ name, json = {} }) =>
    Object.entries(json).flatMap(([column, rule]) =>
      typeof rule === "string" ? [] : [{ name, column, rule }],
    ),
  );
  const run = (sql: string, ...values: unknown[]) =>
    raw.DB.prepare(sql)
      .bind(...values)
      .run();
  const id = await prospect({ user_id: mona.userId, display_name: "Mona", status: "active" });
  const history = "insert into prospect_history (prospect_id, action, performed_by, created_at, changes)";
  const notices = "insert into notices (organization_id, user_id, id, kind, created_at, details)";
  /** Makes a row of Mona's with this JSON; each new column of the kind needs one. */
  const rowOf: Record<string, (json: string) => Promise<unknown>> = {
    "prospect_history.changes": (json) => run(`${history} values (?, 'status', 'Olga', '', ?)`, id, json),
    "notices.details": (json) => run(`${notices} values (1, ?, 1, 'member.role', '', ?)`, mona.userId, json),
  };
  expect(keyed.map(({ name, column }) => `${name}.${column}`).sort()).toEqual(Object.keys(rowOf).sort());
  for (const { name, column, rule } of keyed) {
    const others = {
      assignedTo: { from: "CANARY", to: "CANARY" },
      by: "CANARY",
      actor: "CANARY",
      new: "CANARY",
    };
    const own = Object.fromEntries(rule.map((key) => [key, `own ${name} ${key}`]));
    await rowOf[`${name}.${column}`]?.(JSON.stringify({ ...others, ...own }));
  }
  const { text } = await mona.call("GET", PATH);
  expect(text).not.toContain("CANARY");
  for (const { name, rule } of keyed) for (const key of rule) expect(text).toContain(`own ${name} ${key}`);
});

it("requires a recent proof", async () => {
  await ageProofs(mona, 31);
  expect(outcomeOf(await mona.call("GET", PATH))).toEqual([403, "reauthentication_required"]);
});
