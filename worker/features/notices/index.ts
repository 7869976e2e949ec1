import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Feature } from "../../lib/feature.ts";
import { signedIn } from "../../lib/http/access.ts";
import { nothing, pageOf } from "../../lib/http/answers.ts";
import { get, patch, put } from "../../lib/http/route.ts";
import { isTold } from "../../lib/notify.ts";
import { LEAVING, mayLeave } from "../../lib/outgoing/channels.ts";
import { backedUp, backedUpBelow, isOfUser, OTHERS, OURS, WITH_USER } from "../../lib/table-rules.ts";
import { markNoticesRead } from "../users/index.ts";
import { deleteUndelivered, deliverAll, deliverDue, deliveryOf } from "./deliver.ts";
import { deleteOldNotices, listNotices, listPast } from "./list.ts";
import { deliverMail } from "./mail.ts";
import { needsRoute } from "./needs.route.ts";
import {
  hoursInput,
  notice,
  noticeSettings,
  paceInput,
  pastQuery,
  presetInput,
  readInput,
} from "./notices.schema.ts";
import {
  chooseHours,
  choosePace,
  choosePreset,
  getSettings,
  noticeSentences,
  PRESET_ROWS,
} from "./settings.ts";

export { needsRoute } from "./needs.route.ts";
export { deleteSettings } from "./notices.table.ts";

export const noticesFeature = {
  routes: (features) => [
    needsRoute(features),
    get("/user/notices", {
      access: signedIn(),
      answers: z.array(notice),
      depends: ["notices"],
      summary: "List the caller's newest notices",
      run: (context) => listNotices(context, deliveryOf(features).texts),
    }),
    get("/user/notices/past", {
      access: signedIn(),
      query: pastQuery,
      answers: pageOf(notice),
      depends: ["notices"],
      summary: "List the caller's notices of the last 90 days",
      run: (context, query) => listPast(context, query, deliveryOf(features).texts),
    }),
    get("/user/notice-settings", {
      access: signedIn(),
      answers: noticeSettings,
      summary: "Read how the caller is told of each kind of notice",
      run: (context) => getSettings(context, features),
    }),
    put("/user/notice-settings", {
      access: signedIn(),
      body: paceInput,
      answers: nothing,
      summary: "Choose when a channel tells the caller of a kind of notice",
      run: (context, input) => choosePace(context, input, features),
    }),
    put("/user/notice-preset", {
      access: signedIn(),
      body: presetInput,
      answers: nothing,
      rows: PRESET_ROWS,
      summary: "Choose for all kinds at once when the caller is told of them",
      run: (context, input) => choosePreset(context, input, features),
    }),
    put("/user/notice-hours", {
      access: signedIn(),
      body: hoursInput,
      answers: nothing,
      summary: "Choose the caller's time zone for summaries, and when they are not disturbed",
      run: chooseHours,
    }),
    patch("/user/notices/read", {
      access: signedIn(),
      body: readInput,
      answers: nothing,
      summary: "Mark notices as read",
      run: async ({ db, actor }, { upTo }) => void (await markNoticesRead(db, actor, upTo)),
    }),
  ],
  tables: {
    notices: {
      backup: backedUp("users"),
      personal: {
        isOf: ({ userId, organizationId }) => sql`organization_id = ${organizationId} and (user_id = ${userId}
          or user_id = 0 and ${isTold(userId)})`,
        columns: ["id", "kind", "details", "created_at"],
        json: { details: ["count", "device", "where", "left", "passkey", "role", "status", "handle"] },
        place: sql`id * 2 + (user_id = 0)`,
        without: { organization_id: OURS, user_id: WITH_USER, told: OTHERS },
      },
    },
    outbox: {
      backup: {
        leftOut: "Waits to be delivered for ten days at most: after restoring it would leave again.",
      },
      personal: { leftOut: "Messages that wait to be sent to you, for ten days at most." },
    },
    notice_settings: {
      backup: backedUpBelow("users", "user_id", "users"),
      personal: {
        isOf: isOfUser,
        columns: ["kind", "channel", "pace"],
        place: sql`kind || ' ' || channel`,
        without: { user_id: WITH_USER },
      },
    },
    notice_hours: {
      backup: backedUpBelow("users", "user_id", "users"),
      personal: {
        isOf: isOfUser,
        columns: ["time_zone", "quiet_from", "quiet_to"],
        without: { user_id: WITH_USER },
      },
    },
  },
  jobs: [
    {
      name: "notices",
      title: { en: "Notifications", da: "Notifikationer" },
      every: "hourly",
      run: (context, organizationId, features) => deliverAll(context, organizationId, deliveryOf(features)),
    },
  ],
  afterWrite: {
    paths: ["/api"],
    async work(context, revisions, features) {
      if (mayLeave(context.env, revisions))
        await deliverDue(context, context.actor.organizationId, deliveryOf(features));
    },
  },
  often: (context, organizationId, features) => deliverAll(context, organizationId, deliveryOf(features)),
  sentences: noticeSentences,
  channels: { mail: deliverMail },
  daily: (context) => [deleteOldNotices(context), deleteUndelivered(context)],
  topics: {
    notices: [
      { table: "notices", on: ["insert"] },
      { table: "users", on: ["update"], columns: ["notices_read_to"] },
    ],
    [LEAVING]: [
      {
        ...{ table: "notice_settings", on: ["insert", "update"], when: "new.pace <> 'off'" },
        organization: "(SELECT organization_id FROM users WHERE id = row.user_id)",
      },
    ],
  },
} satisfies Feature;
