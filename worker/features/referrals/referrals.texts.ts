import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";

const forAll = readBy("prospects.read_all");

export const referralAudit = defineAudit({
  "link.made": forAll("{actor} made a link of their own", "{actor} lavede sit eget link"),
  "link.replaced": forAll(
    "{actor} replaced their own link, which no longer works",
    "{actor} udskiftede sit eget link, som ikke længere virker",
  ),
  "link.ended": forAll("{actor} switched their own link off", "{actor} slog sit eget link fra"),
  "source.added": forAll("{actor} made a link for {subject}", "{actor} lavede et link til {subject}"),
  "source.ended": forAll("{actor} ended the link of {subject}", "{actor} afsluttede linket til {subject}"),
});

export const referralErrors = defineErrors({
  source_ended: problem(409)(
    "The link of {name} has ended already. Make a new one.",
    "Linket til {name} er allerede afsluttet. Lav et nyt.",
  ),
  sources_full: problem(409)(
    "{most} sources are the most here, ended ones included.",
    "{most} kilder er det højeste her, også de afsluttede.",
  ),
  recruiter_unknown: problem(409)(
    "A recruiter is an active member. Choose another one.",
    "En hverver er et aktivt medlem. Vælg en anden.",
  ),
});
