import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import {
  backedUp,
  backedUpBelow,
  COUNTER,
  isOfUser,
  OTHERS,
  OURS,
  type Tables,
} from "../../lib/table-rules.ts";
import { attachToForms } from "../forms/index.ts";
import { followProspects } from "./follow.ts";
import { joiningAnnouncements } from "./joining.announcements.ts";
import { joiningRoutes } from "./joining.routes.ts";
import { countForms } from "./joining.rows.ts";
import { joiningAudit, joiningNotices, joiningSentences } from "./joining.texts.ts";
import { joiningNeeds } from "./needs.ts";
import { pageRoutes } from "./page/page.routes.ts";
import { purgeOld } from "./purge.ts";
import { replyCommand } from "./reply.commands.ts";

followProspects();
attachToForms({ count: countForms });

export { selectDoor, toDoor } from "./doors.ts";

const joiningTables: Tables = {
  admissions: {
    guarded: { because: "what an applicant answered, which is gone for good", rows: "deleted" },
    backup: backedUp("prospects"),
    personal: {
      isOf: isOfUser,
      columns: [
        ...[
          "id",
          "prospect_id",
          "form_id",
          "form_number",
          "answers",
          "corrections",
          "status",
          "words",
          "retry_on",
        ],
        ...[
          "sent_on",
          "sent_at",
          "answered_at",
          "decided_at",
          "kept_from",
          "purged_at",
          "created_at",
          "updated_at",
        ],
      ],
      json: {
        answers: "What the applicant wrote themselves.",
        corrections: "What the applicant wrote themselves before.",
      },
      without: {
        organization_id: OURS,
        user_id: "Stands with the user.",
        by_code: OTHERS,
        number_of_day: "Counts the applications of the organization.",
        decided_by: OTHERS,
        version: COUNTER,
      },
    },
  },
  admission_messages: {
    backup: backedUpBelow("prospects", "admission_id", "admissions"),
    personal: {
      isOf: ({ userId }) => sql`admission_id in (select id from admissions where user_id = ${userId})`,
      columns: ["id", "admission_id", "is_theirs", "text", "created_at"],
      without: { organization_id: OURS, author_id: OTHERS },
    },
  },
  doors: {
    backup: backedUp("settings"),
    personal: { leftOut: "Says what the organization asks of applicants." },
  },
  answer_templates: {
    backup: backedUp("settings"),
    personal: { leftOut: "Belongs to the organization." },
  },
  review_threads: {
    backup: backedUpBelow("prospects", "admission_id", "admissions"),
    personal: { leftOut: "Says where officers read an application in Discord." },
  },
  door_blocks: {
    backup: backedUp("settings"),
    personal: { leftOut: "Keeps out accounts, which are told so where they apply." },
  },
};

export const joiningFeature = {
  routes: [...joiningRoutes, ...pageRoutes],
  pages: { "/join": "/api/join" },
  tables: joiningTables,
  daily: purgeOld,
  audit: joiningAudit,
  needs: joiningNeeds,
  notices: joiningNotices,
  sentences: joiningSentences,
  announcements: joiningAnnouncements,
  commands: [replyCommand],
  topics: {
    admissions: [
      { table: "admissions", on: ["insert", "update"], when: "new.status <> 'draft'" },
      { table: "admissions", on: ["delete"], when: "old.status <> 'draft'" },
      { table: "admission_messages", on: ["insert"] },
    ],
    // Applicants hear of no other topic; their page shows who has it. Moves and messages bring notices.
    notices: [
      {
        ...{ table: "prospects", on: ["update"], columns: ["assigned_to"] },
        when: "old.assigned_to IS NOT new.assigned_to AND EXISTS (SELECT 1 FROM admissions WHERE user_id = new.user_id AND status = 'sent')",
      },
    ],
    settings: [
      { table: "doors", on: ["insert", "update"] },
      { table: "answer_templates", on: ["insert", "update", "delete"] },
    ],
    // Counts of those who answer a version, and of those who are answering it.
    forms: [
      { table: "admissions", on: ["insert", "delete"] },
      {
        table: "admissions",
        on: ["update"],
        when: "new.status <> old.status OR new.form_number <> old.form_number",
      },
    ],
  },
} satisfies Feature;
