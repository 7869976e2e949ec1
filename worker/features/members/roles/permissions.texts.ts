import type { Permission } from "../../../lib/permissions.schema.ts";
import type { Language } from "../../../lib/wire.schema.ts";
import type { PermissionCategory } from "./roles.schema.ts";

type Text = { name: string; description: string };

const text = (
  category: PermissionCategory,
  en: [name: string, description: string],
  da: [name: string, description: string],
): { category: PermissionCategory } & Record<Language, Text> => ({
  category,
  en: { name: en[0], description: en[1] },
  da: { name: da[0], description: da[1] },
});

/** What each system permission is called, what it lets its holders do, and where it belongs. */
export const SYSTEM_PERMISSION_TEXTS: Readonly<Record<Permission, ReturnType<typeof text>>> = {
  "dashboard.view": text(
    "Dashboard",
    ["View dashboard", "Opens the dashboard with its figures and the recent activity."],
    ["Se overblik", "Åbner overblikket med tal og seneste aktivitet."],
  ),
  "members.read": text(
    "Members",
    ["Read members", "Opens the list of members and their profiles."],
    ["Se medlemmer", "Åbner listen over medlemmer og deres profiler."],
  ),
  "members.write": text(
    "Members",
    ["Write members", "Gives members below oneself another role or status, and ends their sessions."],
    [
      "Redigere medlemmer",
      "Giver medlemmer under en selv en anden rolle eller status og afslutter sessioner.",
    ],
  ),
  "prospects.read": text(
    "Prospects",
    ["Read prospects", "Opens the pipeline with the prospects assigned to oneself."],
    ["Se kandidater", "Åbner rekrutteringen med de kandidater, man selv er ansvarlig for."],
  ),
  "prospects.read_all": text(
    "Prospects",
    ["Read all prospects", "Sees every prospect at every stage, whoever is responsible."],
    ["Se alle kandidater", "Ser alle kandidater på alle trin, uanset hvem der er ansvarlig."],
  ),
  "prospects.write": text(
    "Prospects",
    ["Write prospects", "Adds prospects, moves them on and keeps their notes and deadlines."],
    ["Redigere kandidater", "Tilføjer kandidater, flytter dem videre og fører noter og frister."],
  ),
  "prospects.assign": text(
    "Prospects",
    ["Assign prospects", "Makes a member responsible for a prospect."],
    ["Tildele kandidater", "Gør et medlem ansvarligt for en kandidat."],
  ),
  "crm.team_overview": text(
    "CRM",
    ["Team overview", "Sees what everybody in recruitment is working on."],
    ["Teamoverblik", "Ser, hvad alle i rekrutteringen arbejder på."],
  ),
  "crm.assign": text(
    "CRM",
    ["Reassign", "Hands the work of one member over to another."],
    ["Omfordele", "Overdrager et medlems arbejde til et andet."],
  ),
  "bots.read": text(
    "Discord",
    ["Read bots", "Opens the Discord bots with their files and logs."],
    ["Se bots", "Åbner Discord-bots med filer og log."],
  ),
  "bots.write": text(
    "Discord",
    ["Write bots", "Creates, edits, starts and stops Discord bots."],
    ["Redigere bots", "Opretter, redigerer, starter og stopper Discord-bots."],
  ),
  "events.read": text(
    "Organization",
    ["Read events", "Sees the events of the organization."],
    ["Se begivenheder", "Ser organisationens begivenheder."],
  ),
  "events.write": text(
    "Organization",
    ["Write events", "Plans events and answers wishes."],
    ["Redigere begivenheder", "Planlægger begivenheder og besvarer ønsker."],
  ),
  "security.view": text(
    "Organization",
    ["View security team", "Sees the security team."],
    ["Se sikkerhedsholdet", "Ser sikkerhedsholdet."],
  ),
  "security.review": text(
    "Organization",
    ["Review applications", "Accepts or declines applications to the security team."],
    ["Behandle ansøgninger", "Godkender eller afviser ansøgninger til sikkerhedsholdet."],
  ),
  "contracts.read": text(
    "Contracts",
    ["Read contracts", "Sees the contracts that are offered."],
    ["Se kontrakter", "Ser de kontrakter, der udbydes."],
  ),
  "contracts.write": text(
    "Contracts",
    ["Write contracts", "Posts contracts and applies for them."],
    ["Redigere kontrakter", "Udbyder kontrakter og søger dem."],
  ),
  "contracts.admin": text(
    "Contracts",
    ["Manage all contracts", "Edits and closes the contracts of everybody."],
    ["Administrere alle kontrakter", "Redigerer og lukker alles kontrakter."],
  ),
  "tools.view": text(
    "Tools",
    ["Use tools", "Opens the tools, such as the hangar."],
    ["Bruge værktøjer", "Åbner værktøjerne, for eksempel hangaren."],
  ),
  "admin.users": text(
    "Admin",
    ["Manage users", "Opens the administration; adds users, and makes and changes roles."],
    ["Administrere brugere", "Åbner administrationen; tilføjer brugere og opretter og ændrer roller."],
  ),
  "admin.system": text(
    "Admin",
    ["Manage system", "Syncs Discord, holds tokens and changes settings."],
    ["Administrere systemet", "Synkroniserer Discord, har adgang til tokens og ændrer indstillinger."],
  ),
  "admin.permissions": text(
    "Admin",
    ["Manage permissions", "Makes, changes and deletes permissions of the organization's own."],
    ["Administrere rettigheder", "Opretter, ændrer og sletter organisationens egne rettigheder."],
  ),
  "audit.read": text(
    "Admin",
    ["Read audit log", "Reads who changed what and when."],
    ["Læse revisionsloggen", "Læser, hvem der har ændret hvad og hvornår."],
  ),
};
