import { expect, it } from "vitest";
import { actorWith } from "../../testing/actors.ts";
import { isChangeable, mayGrant, mayMove } from "./roles.policy.ts";

it("lets actors change and give roles up to their rank, administrators' only as one, and grant permissions that they hold", () => {
  const administrator = actorWith(["bots.read"], { rank: Number.POSITIVE_INFINITY });
  const member = actorWith(["bots.read", "bots.write"]);
  const role = (priority: number, key: string | null = null) => ({ priority, key });
  expect([49, 50, 51].map((priority) => isChangeable(member, role(priority, "officer")))).toEqual([
    true,
    true,
    false,
  ]);
  expect([member, administrator].map((actor) => isChangeable(actor, role(1, "administrator")))).toEqual([
    false,
    true,
  ]);
  expect(isChangeable(administrator, role(1_000))).toBe(true);
  expect([49, 50].map((priority) => mayMove(member, role(priority, "officer"), []))).toEqual([true, false]);
  expect([
    mayMove(member, role(1), ["audit.read"]),
    mayMove(administrator, role(1, "administrator"), []),
  ]).toEqual([false, false]);
  expect([49, 50, 51].map((priority) => mayGrant(member, role(priority), ["bots.read"]))).toEqual([
    true,
    true,
    false,
  ]);
  expect(mayGrant(member, role(1), ["bots.read", "admin.users"])).toBe(false);
  expect([mayGrant(member, role(1), []), mayGrant(administrator, role(1), ["bots.write"])]).toEqual([
    true,
    false,
  ]);
});
