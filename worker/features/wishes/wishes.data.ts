import { sql } from "drizzle-orm";
import { personalColumns } from "../../lib/fields.ts";
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
import { wishFields } from "./wishes.fields.ts";

const COUNTS_OTHERS = "Counts others' votes and comments.";
const title = sql`(select title from wishes where wishes.id = wish_id)`;

export const wishTables: Tables = {
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
