import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";

const forAdmins = readBy("admin.system", { page: "/admin?tab=recruiting&view=teams", needs: "admin.users" });
const privately = readBy("private");

/** Applications are private to the applicant and those who decide. */
export const teamAudit = defineAudit(
  {
    "team.added": forAdmins("{actor} added the team {subject}", "{actor} tilføjede holdet {subject}"),
    "team.changed": forAdmins("{actor} changed the team {subject}", "{actor} ændrede holdet {subject}"),
    "team.applied": privately("{actor} applied to {subject}", "{actor} ansøgte til {subject}"),
    "team.accepted": privately(
      "{actor} accepted the application of {applicant} to {subject}",
      "{actor} godkendte ansøgningen fra {applicant} til {subject}",
    ),
    "team.declined": privately(
      "{actor} declined the application of {applicant} to {subject}",
      "{actor} afviste ansøgningen fra {applicant} til {subject}",
    ),
    "team.withdrawn": privately(
      "{actor} took the application to {subject} back",
      "{actor} trak ansøgningen til {subject} tilbage",
    ),
  },
  {
    fields: {
      Name: { en: "Name", da: "Navn" },
      Reviewers: { en: "Reviewers", da: "Vurderes af" },
      GivenRole: { en: "Role", da: "Rolle" },
      IsOpen: { en: "Takes applications", da: "Modtager ansøgninger" },
    },
  },
);

const GROUP = { en: "Teams", da: "Hold" };
const PAGE = { page: "/organization?tab=teams&team={teamId}" };

export const teamNotices = defineNotices(GROUP, {
  "team.applied": {
    title: {
      en: "An application to a team that you review",
      da: "En ansøgning til et hold, du vurderer for",
    },
    opens: PAGE,
    isOfNeed: true,
    en: "{applicant} applied to {team}.",
    da: "{applicant} har ansøgt til {team}.",
  },
  "team.accepted": {
    title: { en: "Your application to a team is accepted", da: "Din ansøgning til et hold er godkendt" },
    opens: PAGE,
    en: "{by} accepted your application to {team}.",
    da: "{by} godkendte din ansøgning til {team}.",
  },
  "team.declined": {
    title: { en: "Your application to a team is declined", da: "Din ansøgning til et hold er afvist" },
    opens: PAGE,
    en: "{by} declined your application to {team}.",
    da: "{by} afviste din ansøgning til {team}.",
  },
});

export const teamErrors = defineErrors({
  team_name_taken: problem(409)(
    "There is a team with this name. Choose another name.",
    "Der er et hold med det navn. Vælg et andet navn.",
  ),
  team_too_many: problem(409)(
    "There are {most} teams, the most there can be.",
    "Der er {most} hold, og flere kan der ikke være.",
  ),
  team_closed: problem(409)(
    "{team} takes no applications right now. What you wrote is kept in this browser.",
    "{team} modtager ingen ansøgninger lige nu. Det, du skrev, er gemt i denne browser.",
  ),
  team_form_changed: problem(409)(
    "The questions have changed. What you wrote is kept: look through it and send it again.",
    "Spørgsmålene er ændret. Det, du skrev, er gemt: se det igennem, og send igen.",
  ),
  team_applied: problem(409)(
    "You have applied to {team} already. Wait for the answer.",
    "Du har allerede ansøgt til {team}. Vent på svaret.",
  ),
  team_joined: problem(409)(
    "You are in {team} already. Choose another team.",
    "Du er allerede på {team}. Vælg et andet hold.",
  ),
  team_open_most: problem(409)(
    "You have {most} open applications already. Take one of them back first.",
    "Du har allerede {most} åbne ansøgninger. Træk først en af dem tilbage.",
  ),
  team_own_application: problem(403)(
    "This application is your own. Somebody else has to decide on it.",
    "Det er din egen ansøgning. En anden skal tage stilling til den.",
  ),
  team_not_reviewer: problem(403)(
    "Only reviewers of {team} can decide on this application. Ask one of them.",
    "Kun de, der vurderer for {team}, kan afgøre ansøgningen. Spørg en af dem.",
  ),
  team_decided: problem(409)(
    "This application was already decided by {by}. Look at it as it is now.",
    "Ansøgningen er allerede afgjort af {by}. Se, hvordan den står nu.",
  ),
  team_taken_back: problem(409)(
    "This application was already taken back. Look at it as it is now.",
    "Ansøgningen er allerede trukket tilbage. Se, hvordan den står nu.",
  ),
});
