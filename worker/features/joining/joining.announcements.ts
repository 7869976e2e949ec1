import { type SQL, sql } from "drizzle-orm";
import { defineAnnouncements, followUp } from "../../lib/announcements.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { outbox } from "../../lib/notices.table.ts";
import { OPENS_PROSPECT } from "../prospects/index.ts";
import { admissions, reviewThreads } from "./joining.table.ts";
import { followThread } from "./threads.ts";

const KIND = "application.review";
/** Threads that are opened for applications that came before, or while the channel did not work. */
const AGAIN_MOST = 100;

/** The statement that brings the threads of applications up to date. @param ids query of the applications' ids, as `id` */
export const tellThread = (context: Pick<Context, "db" | "now" | "actor">, ids: SQL): Statement =>
  followUp(context, KIND, ids);

/** The statements that have deleted in Discord what was written there about applications. @param ids query of their ids */
export function eraseThreads({ db, now }: Pick<SystemContext, "db" | "now">, ids: SQL): Statement[] {
  const at = now.toISOString();
  return [
    db.run(sql`insert into ${outbox}
        (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
      select organization_id, 'erased:' || message_id, 'discord', 0, channel_id, ${KIND},
        json_object('id', admission_id, 'messageId', message_id), ${at}, ${at}
      from ${reviewThreads} where admission_id in (${ids}) and message_id is not null on conflict do nothing`),
    db.run(sql`delete from ${reviewThreads} where admission_id in (${ids})`),
  ];
}

export const joiningAnnouncements = {
  ...defineAnnouncements({
    [KIND]: {
      isPersonal: true,
      isThread: true,
      subject: "application",
      opens: OPENS_PROSPECT,
      en: { title: "Applications from outside, each with a thread for officers", text: "{name} applied." },
      da: {
        title: "Ansøgninger udefra, hver med en tråd til officererne",
        text: "{name} ansøgte.",
      },
    },
  }),
  cards: {
    application: {
      draw: async () => null,
      presses: Object.fromEntries(
        ["take", "introduced", "starts", "joins", "answer", "decline"].map((each) => [each, ["reply", each]]),
      ) as Record<string, [string, string]>,
      follow: followThread,
      again: (context: Context) => [
        tellThread(
          context,
          // By the index of open ones, and those that were decided meanwhile.
          sql`select id from (select id from ${admissions} indexed by admissions_open
              where status in ('draft', 'sent') and status = 'sent' and organization_id = ${context.actor.organizationId}
            union select admission_id from ${reviewThreads}
              where organization_id = ${context.actor.organizationId} and state <> 'archived')
            order by id desc limit ${AGAIN_MOST}`,
        ),
      ],
    },
  },
};
