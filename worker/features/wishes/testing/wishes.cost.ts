import {
  byStatement,
  type Changes,
  type CostCase,
  lists,
  rename,
  searches,
} from "../../../testing/costing.ts";
import { manyUsers, person, raw, value } from "../../../testing/world.ts";
import { trigramsOf } from "../trigrams.ts";
import { comment, vote, wish } from "./wishes.factory.ts";

/** The wish with everybody's vote. */
const popular = () => value<number>("select id from wishes order by votes desc limit 1");
const TITLE = "Salvage calculator for the Vulture";

/** A wish with votes of 500 users, and comments of some. */
async function crowded(values: Record<string, unknown> = {}): Promise<number> {
  const id = await wish(values);
  const users = await manyUsers(500);
  await raw.DB.prepare(
    `insert into wish_votes (wish_id, user_id, organization_id, voted_at) select ?, value, 1, '2950-01-01' from json_each(?)`,
  )
    .bind(id, JSON.stringify(users))
    .run();
  for (const userId of users.slice(0, 5)) await comment(id, { userId });
  return id;
}

export const costs: CostCase[] = [
  ...lists("read", "wishes", "sort=votes&limit=20", "sort=newest&limit=20"),
  ...searches(
    "wishes",
    "status=completed",
    "category=event&sort=newest",
    "mine=wishes",
    "mine=votes&sort=votes",
  ),
  {
    route: "GET /api/wishes/:id/details (everybody voted)",
    request: async () => ({ path: `/api/wishes/${await popular()}/details` }),
  },
  {
    route: "POST /api/wishes/:id/vote (everybody voted)",
    request: async () => {
      const id = await popular();
      await raw.DB.prepare("update wishes set status = 'approved' where id = ?").bind(id).run();
      return { path: `/api/wishes/${id}/vote` };
    },
  },
  {
    route: "POST /api/wishes/:id/vote (merged, for another member)",
    request: async () => ({
      path: `/api/wishes/${await wish({ merged_into_id: await wish() })}/vote`,
      body: { userId: (await person("member")).userId },
    }),
  },
  {
    route: "DELETE /api/wishes/:id/vote?userId= (of a merged one)",
    request: async () => {
      const [into, member] = [await wish(), await person("member")];
      const id = await wish({ merged_into_id: into });
      for (const each of [id, into]) await vote(each, member);
      return { path: `/api/wishes/${into}/vote?userId=${member.userId}` };
    },
    // Two votes.
    budget: { trips: 3, written: 20 },
  },
  {
    route: "PATCH /api/wishes/:id (title)",
    request: async () => ({ path: `/api/wishes/${await wish()}`, body: { title: TITLE } }),
    budget: { trips: 3, written: 15 + trigramsOf(`${TITLE} Mining timer`).length },
  },
  {
    route: "PATCH /api/wishes/:id/status (completed)",
    request: async () => ({ path: `/api/wishes/${await crowded()}/status`, body: { status: "completed" } }),
  },
  {
    route: "POST /api/wishes/:id/merge (with votes)",
    request: async () => ({ path: `/api/wishes/${await crowded()}/merge`, body: { into: await crowded() } }),
  },
];

const changes: Changes = {
  "a new wish": () => wish(),
  "a vote": async () => vote(await popular(), await person("member")),
  "a comment": async () => comment(await popular(), await person("member")),
  "another text of a comment": byStatement("update wish_comments set text = 'No'"),
  "a voter's word": byStatement("update wish_votes set works = 1"),
  "another state": byStatement("update wishes set status = 'rejected'"),
  "another name": rename,
  "a wish that is gone": byStatement("delete from wishes"),
};

export const polled: Record<string, Changes> = { "/api/wishes/1": changes };
