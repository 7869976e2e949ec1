import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import type { Contract, ContractHistoryEntry } from "./contracts.schema.ts";
import { contract } from "./testing/contracts.factory.ts";

let officer: Caller;
let nova: Caller;
let vega: Caller;
beforeEach(async () => {
  officer = await person("officer");
  nova = await person("member", 1, "Nova Hale");
  vega = await person("member", 1, "Vega Rook");
});

const assign = (id: number, assignedTo: number | null, values: Record<string, unknown> = {}) =>
  officer.ok<Contract>("PUT", `/api/contracts/${id}`, { assignedTo, ...values });
const refused = (id: number, assignedTo: number | null, values: Record<string, unknown> = {}) =>
  officer.fails("PUT", `/api/contracts/${id}`, { assignedTo, ...values });
const history = (id: number) => officer.ok<ContractHistoryEntry[]>("GET", `/api/contracts/${id}/history`);
const auditOf = (id: number) =>
  rows<{ action: string; actor_name: string; details: string }>(
    "select action, actor_name, details from audit_log where entity_id = ? and action like 'contract.%' order by id",
    id,
  );

describe("assigning a contract", () => {
  it("moves an available contract to accepted and declines its applications", async () => {
    for (const status of ["posted", "open", "active"]) {
      const id = await contract({ status, pay: 5, applications: 1 });
      await raw.DB.prepare(
        `insert into contract_applications (organization_id, kind, contract_id, user_id, first_name, last_name, discord_username,
           timezone, experience, ship_type, availability, background_check, created_at, updated_at)
         values (1, 'contract', ?, ?, '', '', '', '', '', '', '', 1, '', '')`,
      )
        .bind(id, vega.userId)
        .run();
      const given = await assign(id, nova.userId);
      expect(given).toMatchObject({
        status: "accepted",
        assignee: { displayName: "Nova Hale" },
        applications: 0,
      });
      const [application] = await rows(
        "select status, decided_by from contract_applications where contract_id = ?",
        id,
      );
      expect(application).toMatchObject({ status: "declined" });
      expect(
        (await history(id)).map(({ action, previousValue, newValue }) => [action, previousValue, newValue]),
      ).toEqual([
        ["status", status, "accepted"],
        ["assigned", null, "Nova Hale"],
      ]);
      expect((await auditOf(id)).map(({ action }) => action)).toEqual([
        "contract.assigned",
        "contract.status",
      ]);
    }
  });

  it("keeps the assignee of a draft, who accepts it after it is posted", async () => {
    const id = await contract({ created_by: officer.memberId, amount: 5, pay: 5 });
    expect(await assign(id, nova.userId)).toMatchObject({ status: "draft", assignedTo: nova.userId });
    await officer.ok("PATCH", `/api/contracts/${id}/post`);
    expect(await vega.ok("GET", `/api/contracts/${id}/record`)).toMatchObject({
      can: { apply: false, open: false, moveTo: [] },
    });
    expect((await vega.fails("PATCH", `/api/contracts/${id}/status`, { status: "accepted" })).code).toBe(
      "contract_not_yours",
    );
    expect(await nova.ok("PATCH", `/api/contracts/${id}/status`, { status: "accepted" })).toMatchObject({
      status: "accepted",
    });
    expect(await nova.ok("PATCH", `/api/contracts/${id}/status`, { status: "completed" })).toMatchObject({
      status: "completed",
    });
  });

  it("replaces the assignee of an accepted contract, but does not remove them", async () => {
    const id = await contract({ status: "accepted", assigned_to: nova.userId, pay: 5 });
    expect(await assign(id, vega.userId, { version: 1 })).toMatchObject({
      ...{ status: "accepted", version: 2, assignee: { displayName: "Vega Rook" } },
    });
    expect((await history(id))[0]).toMatchObject({
      action: "assigned",
      previousValue: "Nova Hale",
      newValue: "Vega Rook",
    });
    const [entry] = await auditOf(id);
    expect([entry?.action, JSON.parse(entry?.details ?? "")]).toEqual([
      "contract.assigned",
      { assignee: "Vega Rook", fromAssignee: "Nova Hale", toAssignee: "Vega Rook" },
    ]);
    const problem = await refused(id, null, { version: 2 });
    expect([problem.code, problem.detail]).toEqual([
      "contract_has_assignee",
      expect.stringContaining("Vega Rook"),
    ]);
    expect(
      (await officer.ok<Contract>("PUT", `/api/contracts/${id}`, { status: "draft" })).assignedTo,
    ).toBeNull();
  });

  it("is refused once the work is done", async () => {
    for (const status of ["completed", "awaiting_payment", "payment_sent"]) {
      const id = await contract({ status, assigned_to: nova.userId, pay: 5 });
      for (const other of [vega.userId, null])
        expect((await refused(id, other, { version: 1 })).code).toBe("contract_has_assignee");
    }
  });

  it("is refused for users other than active members of the organization", async () => {
    const gone = await person("member");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(gone.memberId).run();
    const id = await contract({ status: "posted", pay: 5 });
    const draft = await contract({
      created_by: officer.memberId,
      amount: 5,
      pay: 5,
      assigned_to: gone.userId,
    });
    for (const user of [gone.userId, (await person(null)).userId, 999_999]) {
      expect((await refused(id, user)).errors).toEqual({
        assignedTo: ["Pick an active member whose role sees contracts"],
      });
      const body = { title: "Haul", assignedTo: user };
      expect((await officer.fails("POST", "/api/contracts", body)).errors).toEqual({
        assignedTo: ["Pick an active member whose role sees contracts"],
      });
    }
    expect((await officer.fails("PATCH", `/api/contracts/${draft}/post`)).code).toBe("assignee_not_active");
    expect(await value("select group_concat(status) from contracts")).toBe("posted,draft");
  });

  it("gives it to one member when 50 officers assign it at once, and tells 49 officers to whom", async () => {
    const people = await Promise.all(
      Array.from(
        { length: 50 },
        // No name is a part of another.
        async (_, n) => [await person("officer"), await person("member", 1, `Pilot ${100 + n}`)] as const,
      ),
    );
    for (const version of [undefined, 1]) {
      const id = await contract({ status: "posted", pay: 5 });
      const answers = await Promise.all(
        people.map(([by, pilot]) =>
          by.call("PUT", `/api/contracts/${id}`, {
            body: { assignedTo: pilot.userId, ...(version ? { version } : {}) },
          }),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      const { assignee } = JSON.parse(won[0]?.text ?? "") as Contract;
      for (const { status, text } of answers.filter((answer) => answer !== won[0])) {
        const problem = JSON.parse(text) as Problem;
        expect([status, problem.code]).toEqual([409, version ? "stale_version" : "contract_taken"]);
        expect(version ? (problem.current as Contract).assignee : problem.detail).toEqual(
          version ? assignee : expect.stringContaining(assignee?.displayName ?? "?"),
        );
      }
      expect(await value("select assigned_to from contracts where id = ?", id)).toBe(assignee?.userId);
      expect((await history(id)).filter(({ action }) => action === "assigned")).toHaveLength(1);
    }
  });
});

describe("a contract whose assignee leaves before the work is done", () => {
  for (const [how, leave] of [
    [
      "was made inactive",
      () => officer.ok("PUT", `/api/members/${nova.memberId}/status`, { status: "inactive" }),
    ],
    [
      "left the Discord server",
      async () => {
        await raw.DB.prepare("update members set in_discord = 1 where id = ?").bind(nova.memberId).run();
        await raw.DB.prepare("update members set in_discord = 0 where id = ?").bind(nova.memberId).run();
      },
    ],
    ["was deleted", async () => (await person("administrator")).ok("DELETE", `/api/users/${nova.userId}`)],
  ] as const)
    it(`is open again with an entry in its history: assignee ${how}`, async () => {
      const values = { assigned_to: nova.userId, pay: 5 };
      const accepted = await contract({ ...values, status: "accepted" });
      const kept = await contract({ ...values, status: "posted" });
      const done = await contract({ ...values, status: "completed" });
      const other = await contract({ ...values, status: "accepted", assigned_to: vega.userId });
      await leave();
      for (const id of [accepted, kept]) {
        expect(await vega.ok("GET", `/api/contracts/${id}/record`)).toMatchObject({
          ...{ status: "open", assignedTo: null, version: 2, can: { apply: true } },
        });
        expect(await history(id)).toMatchObject([
          { action: "returned", performedBy: "Command Centre", previousValue: "Nova Hale", newValue: "open" },
        ]);
        const [entry, ...more] = await auditOf(id);
        expect(more).toEqual([]);
        expect(entry).toMatchObject({ action: "contract.returned", actor_name: "Command Centre" });
        expect(JSON.parse(entry?.details ?? "")).toEqual({ assignee: "Nova Hale" });
      }
      expect(await value("select status from contracts where id = ?", done)).toBe("completed");
      expect(await value("select status from contracts where id = ?", other)).toBe("accepted");
      expect(await rows("select id from contract_history where contract_id in (?, ?)", done, other)).toEqual(
        [],
      );
    });
});
