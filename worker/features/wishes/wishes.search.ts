import { sql } from "drizzle-orm";
import type { Source } from "../../lib/search/search.ts";
import { visibleTo } from "./wishes.policy.ts";
import type { WishStatus } from "./wishes.schema.ts";
import { wishes } from "./wishes.table.ts";
import { WISH_STATUS_TEXTS } from "./wishes.texts.ts";

type Row = { id: number; title: string; status: WishStatus; votes: number };

export const wishSearch: Source = {
  group: "wishes",
  needs: "events.read",
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select ${wishes.id}, ${wishes.title}, ${wishes.status}, ${wishes.votes}
      from ${wanted.titled("wish", wishes, actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, status, votes }: Row, { language }) => ({
    kind: "wish",
    id,
    title,
    line: WISH_STATUS_TEXTS[status][language],
    weight: votes + id / 1e9,
    path: `/organization?tab=wishes&wish=${id}`,
  }),
};
