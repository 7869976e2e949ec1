import { sql } from "drizzle-orm";
import type { Source } from "../../lib/search/search.ts";
import { visibleTo } from "./events.policy.ts";
import type { StoredStatus } from "./events.schema.ts";
import { events } from "./events.table.ts";

type Row = { id: number; title: string; status: StoredStatus; starts_at: string; ends_at: string };

const WORDS = {
  planned: { en: "", da: "" },
  draft: { en: "Draft", da: "Kladde" },
  cancelled: { en: "Cancelled", da: "Aflyst" },
} satisfies Record<StoredStatus, object>;

/** The weight of what is to come beside what is past. */
const TO_COME = 1e15;

export const eventSearch: Source = {
  group: "events",
  needs: "events.read",
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select ${events.id}, ${events.title}, ${events.status}, ${events.startsAt}, ${events.endsAt}
      from ${wanted.titled("event", events, actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, status, starts_at, ends_at }: Row, { now, language }) => ({
    ...{ kind: "event", id, title, line: WORDS[status][language], at: starts_at },
    path: `/organization?tab=events&event=${id}`,
    // What comes next, then what was last.
    weight: (ends_at > now.toISOString() ? TO_COME : 0) - Math.abs(Date.parse(starts_at) - now.getTime()),
  }),
};
