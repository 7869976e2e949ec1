import { changesOf } from "../../worker/features/forms/changes.schema.ts";
import { DEFAULT_FORM } from "../../worker/features/forms/default-form.ts";
import type { FormContent, Question } from "../../worker/features/forms/forms.schema.ts";
import { summaryOf } from "../../worker/features/forms/records.schema.ts";
import type { Row } from "../lib/database.ts";
import { ASTRID, FREJA } from "./names.ts";
import { teamRows } from "./teams.ts";

const DAY = 86_400_000;

/** The form with some of its questions changed, or left out where `change` returns null. */
const withQuestions = (
  content: FormContent,
  change: (question: Question) => Question | null,
): FormContent => ({
  sections: content.sections.map((section) => ({
    ...section,
    questions: section.questions.flatMap((question) => change(question) ?? []),
  })),
});

/** What applicants were asked before the form of today, the earliest last. */
const BEFORE_HEADSET = withQuestions(DEFAULT_FORM, (question) =>
  question.id === "headset" ? null : question,
);
const BEFORE_HANDLE = withQuestions(BEFORE_HEADSET, (question) =>
  question.id === "handle"
    ? {
        id: "handle",
        kind: "short",
        label: { en: "Your name in the game", da: "Dit navn i spillet" },
        short: { en: "RSI handle", da: "RSI-handle" },
      }
    : question,
);

const VERSIONS = [
  { content: BEFORE_HANDLE, by: ASTRID, daysAgo: 180 },
  { content: BEFORE_HEADSET, by: FREJA, daysAgo: 86 },
  { content: DEFAULT_FORM, by: ASTRID, daysAgo: 17 },
];

/** The form that applicants fill in, in its third version, and a team with its own. */
export function formRows(
  organizationId: number,
  now: Date,
  userIds: ReadonlyMap<string, number>,
): [table: string, rows: Row[]][] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const versions = VERSIONS.map(({ content, by, daysAgo }, at): Row => {
    const before = VERSIONS[at - 1];
    return {
      ...{ form_id: 1, number: at + 1, content: JSON.stringify(content) },
      changes: before ? JSON.stringify(summaryOf(changesOf(before.content, content))) : null,
      ...{ published_at: ago(daysAgo), published_by: by },
    };
  });
  const form: Row = {
    ...{ id: 1, organization_id: organizationId, key: "recruit", name: "Recruit" },
    ...{ draft: JSON.stringify(DEFAULT_FORM), live_number: VERSIONS.length },
    ...{ updated_by: ASTRID, updated_at: ago(17) },
  };
  return [["forms", [form]], ["form_versions", versions], ...teamRows(organizationId, now, userIds, 2)];
}
