import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { personalColumns } from "../../lib/fields.ts";
import type { Need } from "../../lib/needs.ts";
import type { Source } from "../../lib/search/search.ts";
import {
  backedUp,
  COUNTER,
  isOfUser,
  OTHERS,
  OURS,
  type Tables,
  technical,
  WITH_USER,
} from "../../lib/table-rules.ts";
import { countWeeks } from "./votes.ts";
import { wishAnnouncements } from "./wishes.announcements.ts";
import { publicWish } from "./wishes.card.ts";
import { wishCommand, wishOfMessageCommand } from "./wishes.commands.ts";
import { wishFields } from "./wishes.fields.ts";
import { visibleTo } from "./wishes.policy.ts";
import { wishRoutes } from "./wishes.routes.ts";
import type { WishStatus } from "./wishes.schema.ts";
import { wishes } from "./wishes.table.ts";
import { WISH_STATUS_TEXTS, wishAudit, wishNotices } from "./wishes.texts.ts";

type Row = { id: number; title: string; status: WishStatus; votes: number };

const wishSearch: Source = {
  group: "wishes",
  needs: ["events.read"],
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select wishes.id, title, status, votes
      from ${wanted.titled("wish", "wishes", actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, status, votes }: Row, { language }) => ({
    kind: "wish",
    id,
    title,
    line: WISH_STATUS_TEXTS[status][language],
    weight: votes + id / 1e9,
    path: `/organization?tab=wishes&wish=${id}`,
  }),
};

const COUNTS_OTHERS = "Counts others' votes and comments.";
const title = sql`(select title from wishes where wishes.id = wish_id)`;

const wishTables: Tables = {
  wishes: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`submitted_by = ${userId}`,
      columns: [
        ...personalColumns(wishFields).columns,
        ...["id", "status", "submitted_by", "reply", "reply_at", "created_at", "updated_at"],
      ],
      without: {
        organization_id: OURS,
        merged_into_id: "Names a wish of somebody else.",
        reply_by: OTHERS,
        votes: COUNTS_OTHERS,
        votes_this_week: COUNTS_OTHERS,
        comments: COUNTS_OTHERS,
        version: COUNTER,
      },
    },
  },
  wish_votes: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      place: sql`wish_id`,
      columns: ["wish_id", "voted_at", "works"],
      names: { wish: title },
      without: { user_id: WITH_USER, organization_id: OURS, given_by: OTHERS },
    },
  },
  wish_comments: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: ["id", "wish_id", "text", "removed_reason", "created_at", "updated_at"],
      names: { wish: title },
      without: { user_id: WITH_USER, organization_id: OURS, removed_by: OTHERS, version: COUNTER },
    },
  },
  wish_links: { backup: technical(backedUp("members")) },
  wish_trigrams: { backup: technical(backedUp("activities")) },
};

const wishNeeds: readonly Need[] = [
  {
    kind: "wish.pending",
    to: "events.write",
    select: ({
      actor,
    }) => sql`select json_object('id', id, 'title', title) as details, created_at as since, null as due_at
      from ${wishes} where organization_id = ${actor.organizationId} and status = 'pending' and merged_into_id is null`,
    one: { en: "The wish “{title}” has no answer.", da: "Ønsket “{title}” har intet svar." },
    many: { en: "{count|wish has|wishes have} no answer", da: "{count|ønske|ønsker} har intet svar" },
    first: { en: "Such as “{title}”", da: "Blandt andet “{title}”" },
    opens: "/organization?tab=wishes&wish={id}",
    opensMany: "/organization?tab=wishes&status=pending",
    openLabel: { en: "Answer", da: "Svar" },
  },
];

export const wishesFeature = {
  routes: wishRoutes,
  tables: wishTables,
  audit: wishAudit,
  needs: wishNeeds,
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
