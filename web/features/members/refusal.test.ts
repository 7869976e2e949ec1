/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member } from "../../../worker/features/members/members.schema.ts";
import { answerWith, run } from "../../testing/hooks.ts";

const { mutate } = await import("swr");
const { translate } = await import("../../lib/i18n/i18n.ts");
const { useRefusal } = await import("./member-parts.tsx");

const memberOf = (id: number, endSessions: boolean) =>
  ({ id, displayName: "Sofie", can: { endSessions } }) as Member;

test("gives the reason why a member cannot be changed: own membership, rank or a missing permission", async () => {
  for (const [permissions, member, reason] of [
    [["admin.users"], memberOf(2, false), "outranked"],
    [["admin.users"], memberOf(1, false), "own"],
    [["admin.users"], memberOf(2, true), "permission"],
    [["members.read"], memberOf(2, false), "permission"],
  ] as const) {
    answerWith(() => [200, { id: 7, permissions, member: { id: 1 } }]);
    const refusal = await run(useRefusal);
    await refusal.act(() => mutate(() => true));
    assert.equal(refusal.now(member), translate(`members.blocked.${reason}`, { name: "Sofie" }));
    await refusal.end();
  }
});
