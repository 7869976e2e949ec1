import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";

const forAdmins = readBy("admin.system", { page: "/admin?tab=recruiting&form={id}", needs: "admin.users" });

export const formAudit = defineAudit({
  "form.created": forAdmins("{actor} created the form {subject}", "{actor} oprettede formularen {subject}"),
  "form.edited": forAdmins(
    "{actor} changed the draft of the form {subject}",
    "{actor} ændrede kladden til formularen {subject}",
  ),
  "form.published": forAdmins(
    "{actor} published version {number} of the form {subject}",
    "{actor} udgav version {number} af formularen {subject}",
  ),
  "form.reused": forAdmins(
    "{actor} made version {number} the draft of the form {subject}",
    "{actor} gjorde version {number} til kladde for formularen {subject}",
  ),
});

export const formErrors = defineErrors({
  applications_often: problem(429)(
    "You have sent {most} applications today. Send the next one from {day}; what you wrote is kept.",
    "Du har sendt {most} ansøgninger i dag. Send den næste fra {day}; det, du skrev, er gemt.",
  ),
  form_exists: problem(409)(
    "This form is there already. Reload the page.",
    "Formularen findes allerede. Genindlæs siden.",
  ),
  form_too_many: problem(409)(
    "There are {most} forms, the most there can be.",
    "Der er {most} formularer, og flere kan der ikke være.",
  ),
  form_versions_full: problem(409)(
    "There are {most} versions, the most that a form can have.",
    "Der er {most} versioner, og flere kan en formular ikke have.",
  ),
  form_same: problem(409)(
    "Same as version {number}. Change something first.",
    "Samme som version {number}. Ændr noget først.",
  ),
});
