import { expect, it } from "vitest";
import type { Permission } from "../../../lib/permissions.schema.ts";
import { actorWith, given } from "../../../testing/actors.ts";
import { corrections, mayRemove } from "./corrections.policy.ts";

const WRITE: Permission[] = ["prospects.write"];
const BOTH: Permission[] = ["prospects.write", "prospects.read_all"];
const USERS: Permission[] = ["admin.users"];
const all = "correct: displayName username email discordId starCitizenId referralSource";
const butDiscord = all.replace(" discordId", "");

it("allows corrections by permissions, rank and person, and none of a Discord account that signs a user in", () => {
  type Row = Parameters<typeof corrections>[1];
  const row: Row = { userId: null, discordId: "1", memberId: null, rolePriority: null, memberStatus: null };
  const cases: [granted: Permission[], changed: Partial<Row>, gives: string[]][] = [
    [[], {}, []],
    [WRITE, {}, [all]],
    [WRITE, { rolePriority: 50 }, [all]],
    [WRITE, { userId: 5 }, [butDiscord]],
    [WRITE, { userId: 5, discordId: null }, [all]],
    [WRITE, { userId: 5, discordId: null, rolePriority: 49 }, [all]],
    [WRITE, { userId: 5, discordId: null, rolePriority: 50 }, [butDiscord]],
    [BOTH, {}, [all, "merge", "remove"]],
    [BOTH, { rolePriority: 49, memberId: 8 }, [all, "merge"]],
    [BOTH, { rolePriority: 50 }, [all]],
    [["prospects.read_all"], {}, []],
    [USERS, { memberStatus: "active", rolePriority: 49 }, ["makePasswordLink"]],
    [USERS, { memberStatus: "active", rolePriority: 50 }, []],
    [USERS, { memberStatus: "inactive" }, []],
    [USERS, {}, []],
    [BOTH, { memberStatus: "active" }, [all, "merge", "remove"]],
  ];
  for (const [granted, changed, gives] of cases)
    expect([granted, changed, given(corrections(actorWith(granted), { ...row, ...changed }))]).toEqual([
      granted,
      changed,
      gives,
    ]);
  expect([[], WRITE, BOTH].map((granted) => mayRemove(actorWith(granted)))).toEqual([false, false, true]);
});
