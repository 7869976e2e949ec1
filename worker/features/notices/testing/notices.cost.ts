import { byStatement, type Changes } from "../../../testing/costing.ts";
import { person } from "../../../testing/world.ts";
import { contract } from "../../contracts/testing/contracts.factory.ts";
import { event } from "../../events/testing/events.factory.ts";
import { leaveOf } from "../../leave/testing/leave.factory.ts";
import { crewed, expense } from "../../payouts/testing/payouts.factory.ts";
import { applied } from "../../security-team/testing/security-team.factory.ts";
import { wish } from "../../wishes/testing/wishes.factory.ts";

export const polled: Record<string, Changes> = {
  "/api/user/needs": {
    "the deadline of a prospect": byStatement("update prospects set deadline = '2026-11-26T12:00:00.000Z'"),
    "an application": () => applied(),
    "a contract": () => contract(),
    "an expense": async () => expense(await crewed()),
    "an event": () => event(),
    "a wish": () => wish(),
    "a leave": async () => leaveOf((await person("member")).userId, 0, 2),
    "reading the bell": byStatement("update users set notices_read_to = notices_read_to + 1"),
  },
};
