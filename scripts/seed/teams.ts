import { FIRST_FORM } from "../../worker/features/teams/first-form.ts";
import type { Row } from "../lib/database.ts";
import { ASTRID, DANIEL, FREJA, IDA } from "./names.ts";
import { SECURITY_ROLE } from "./security-team.ts";

const DAY = 86_400_000;

const APPLICATIONS = [
  {
    ...{ by: IDA, daysAgo: 9, status: "accepted", decidedBy: FREJA, message: "See you on Thursday." },
    answers: { why: "I was the medic in three convoys this autumn.", evenings: "Tuesdays and Thursdays" },
  },
  {
    ...{ by: DANIEL, daysAgo: 1, status: "pending", decidedBy: null, message: null },
    answers: {
      why: "My Cutlass Red stands in the hangar more than it flies.\nI would rather pick people up with it.",
      evenings: "Weekends, and most Wednesdays",
    },
  },
];

/** A team that the holders of the security team's role review for, with two applications. @param formId of its form */
export function teamRows(
  organizationId: number,
  now: Date,
  userIds: ReadonlyMap<string, number>,
  formId: number,
): [table: string, rows: Row[]][] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const content = JSON.stringify(FIRST_FORM);
  const form: Row = {
    ...{ id: formId, organization_id: organizationId, key: "team_medics", name: "Medics", draft: content },
    ...{ live_number: 1, updated_by: ASTRID, updated_at: ago(20) },
  };
  const version: Row = {
    ...{ form_id: formId, number: 1, content, published_at: ago(20), published_by: ASTRID },
  };
  const team: Row = {
    ...{ id: 1, organization_id: organizationId, name: "Medics", form_id: formId },
    ...{ reviewer_role_id: SECURITY_ROLE, is_open: 1, updated_at: ago(20) },
  };
  const applications = APPLICATIONS.map(({ by, daysAgo, status, decidedBy, message, answers }): Row => {
    const decidedAt = decidedBy === null ? null : ago(daysAgo - 2);
    return {
      ...{ organization_id: organizationId, team_id: 1, user_id: userIds.get(by) ?? 0, form_number: 1 },
      ...{ answers: JSON.stringify(answers), status, message, decided_by: decidedBy, decided_at: decidedAt },
      ...{ created_at: ago(daysAgo), updated_at: decidedAt ?? ago(daysAgo) },
    };
  });
  return [
    ["forms", [form]],
    ["form_versions", [version]],
    ["teams", [team]],
    ["team_applications", applications],
  ];
}
