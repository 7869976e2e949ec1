import { byStatement, type Changes, type CostCase } from "../../../testing/costing.ts";
import { person, value } from "../../../testing/world.ts";
import { inDays, leaveOf } from "./leave.factory.ts";

/** A member who ranks below officers and administrators. */
const somebody = async () => (await person("member")).userId;

export const costs: CostCase[] = [
  {
    route: "GET /api/leaves/:orgId?userId=",
    request: async () => ({
      path: `/api/leaves/1?userId=${await value<number>("select max(user_id) from leaves")}`,
    }),
  },
  {
    route: "POST /api/leaves (of another member)",
    status: 201,
    request: async () => ({
      path: "/api/leaves",
      body: { from: inDays(1), to: inDays(2), userId: await somebody() },
      headers: { "Idempotency-Key": "leave-of-another" },
    }),
  },
  {
    route: "PATCH /api/leaves/:id (of another member)",
    request: async () => ({
      path: `/api/leaves/${await leaveOf(await somebody(), 1, 2)}`,
      body: { from: inDays(2), to: inDays(5), note: "Moving house", version: 1 },
    }),
  },
  {
    route: "DELETE /api/leaves/:id (of another member, running)",
    status: 204,
    request: async () => ({ path: `/api/leaves/${await leaveOf(await somebody(), -2, 2)}` }),
  },
];

const changes: Changes = {
  "a new leave": async () => leaveOf(await somebody(), -1, 1),
  "a leave's other days": byStatement("update leaves set to_day = '2199-01-01'"),
  "a leave that is gone": byStatement("delete from leaves"),
};

export const polled: Record<string, Changes> = { "/api/leaves/1": changes };
