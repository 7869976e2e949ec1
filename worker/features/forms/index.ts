import type { Feature } from "../../lib/feature.ts";
import { backedUp, backedUpBelow } from "../../lib/table-rules.ts";
import { formRoutes } from "./forms.routes.ts";
import { formAudit } from "./forms.texts.ts";

export { attachToForms, type Counted } from "./attached.ts";
export { readVersion } from "./change.ts";
export {
  addForm,
  formOf,
  guardFewForms,
  type LiveForm,
  renameForm,
  selectLive,
  selectVersion,
} from "./forms.rows.ts";
export {
  type Answers,
  type AnswerValue,
  type FormContent,
  openQuestions,
  type Question,
  shownQuestions,
  textIn,
} from "./forms.schema.ts";
export { forms, formVersions } from "./forms.table.ts";
export { guardSentFew } from "./often.ts";
export { validate } from "./validate.ts";

const WHO = { leftOut: "Says who changed a form; the log of what you did has it." };

export const formsFeature = {
  routes: formRoutes,
  tables: {
    forms: { backup: backedUp("settings"), personal: WHO },
    form_versions: { backup: backedUpBelow("settings", "form_id", "forms", 100), personal: WHO },
  },
  audit: formAudit,
  topics: {
    // A new version changes its form.
    forms: [{ table: "forms", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
