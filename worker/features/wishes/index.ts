import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Feature } from "../../lib/feature.ts";
import { countWeeks } from "./votes.ts";
import { wishAnnouncements } from "./wishes.announcements.ts";
import { publicWish } from "./wishes.card.ts";
import { wishCommand, wishOfMessageCommand } from "./wishes.commands.ts";
import { wishTables } from "./wishes.data.ts";
import { decides } from "./wishes.policy.ts";
import { wishRoutes } from "./wishes.routes.ts";
import { wishSearch } from "./wishes.search.ts";
import { wishes } from "./wishes.table.ts";
import { wishAudit, wishNotices } from "./wishes.texts.ts";

/** Most waiting wishes that are counted. */
const MOST_WAITING = 100;

/** The statement that counts the wishes that wait for an answer of the actor. */
export const selectWaiting = ({ db, actor }: MemberContext) =>
  db.select({ waiting: sql<number>`count(*)`.as("waiting") }).from(
    sql`(select 1 from ${wishes} where organization_id = ${actor.organizationId} and status = 'pending'
        and merged_into_id is null limit ${decides(actor) ? MOST_WAITING : 0})`,
  );

export const wishesFeature = {
  routes: wishRoutes,
  tables: wishTables,
  audit: wishAudit,
  notices: wishNotices,
  announcements: { texts: wishAnnouncements.texts, cards: { wish: publicWish } },
  commands: [wishCommand, wishOfMessageCommand],
  search: [wishSearch],
  daily: (context) => [countWeeks(context)],
  topics: {
    // A change of votes or comments counts them on the wish's row.
    wishes: [
      { table: "wishes", on: ["insert", "update", "delete"] },
      { table: "wish_votes", on: ["update"] },
      { table: "wish_comments", on: ["update"] },
      { table: "wish_links", on: ["insert", "delete"] },
    ],
  },
} satisfies Feature;
