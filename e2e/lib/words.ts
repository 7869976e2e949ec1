/** Texts that journeys in both languages read and press. */
export type Words = {
  discord: string;
  recruitment: string;
  search: string;
  responsible: string;
  sync: string;
  synced: string;
  counts: RegExp;
  stages: { intro: string; onboarding: string; active: string };
  stageTabs: string;
  list: string;
  completeIntro: string;
  comment: string;
  statusUpdated: string;
  nowActive: (name: string) => string;
  notes: string;
  saved: RegExp;
  setDeadline: RegExp;
  threeDays: string;
  daysLeft: RegExp;
  deadlineSet: string;
  deadlineEnded: string;
  actionsFor: (name: string) => string;
  logTime: string;
  logTimeConfirm: string;
  minutes: string;
  logged: string;
  spent: string;
  makeActive: string;
  add: string;
  changed: (from: string, to: string) => string;
  assignedTo: (name: string) => string;
  pipeline: string;
  counters: { new: string; background: string; approved: string };
  activity: string;
  moved: (actor: string, name: string, from: string, to: string) => string;
  joined: (name: string) => string;
  contracts: string;
  userMenu: string;
  mainNavigation: string;
  dashboard: string;
  tools: string;
};

export const ENGLISH: Words = {
  discord: "Continue with Discord",
  recruitment: "CRM",
  search: "Search name or Discord id",
  responsible: "Assigned to",
  sync: "Sync Discord",
  synced: "Discord members synced",
  counts: /^(\d+) added, (\d+) updated, (\d+) left, (\d+) unchanged$/,
  stages: { intro: "Intro", onboarding: "Onboarding", active: "Active" },
  stageTabs: "Stages",
  list: "List",
  completeIntro: "Complete intro",
  comment: "Comment (optional)",
  statusUpdated: "Status updated",
  nowActive: (name) => `${name}: Active`,
  notes: "Notes",
  saved: /^Saved \d+ s ago$/,
  setDeadline: /^(Set deadline|Change)$/,
  threeDays: "3 days",
  daysLeft: /^[23]d left$/,
  deadlineSet: "Deadline set to",
  deadlineEnded: "Deadline removed",
  actionsFor: (name) => `Actions for ${name}`,
  logTime: "Log time",
  logTimeConfirm: "Log time",
  minutes: "Minutes",
  logged: "45 min logged",
  spent: "Spent 45 min",
  makeActive: "Make active",
  add: "Add prospect",
  changed: (from, to) => `Changed from ${from} to ${to}`,
  assignedTo: (name) => `Assigned to ${name}`,
  pipeline: "CRM",
  counters: { new: "New", background: "Background", approved: "Approved" },
  activity: "Recent activity",
  moved: (actor, name, from, to) => `${actor} moved ${name} from ${from} to ${to}`,
  joined: (name) => `${name} became a member`,
  contracts: "Your contracts",
  userMenu: "Your menu",
  mainNavigation: "Main navigation",
  dashboard: "Dashboard",
  tools: "Tools",
};

export const DANISH: Words = {
  discord: "Fortsæt med Discord",
  recruitment: "CRM",
  search: "Søg navn eller Discord-id",
  responsible: "Ansvarlig",
  sync: "Synkroniser Discord",
  synced: "Discord-medlemmer synkroniseret",
  counts: /^(\d+) tilføjet, (\d+) opdateret, (\d+) har forladt serveren, (\d+) uændret$/,
  stages: { intro: "Intro", onboarding: "Onboarding", active: "Aktiv" },
  stageTabs: "Trin",
  list: "Liste",
  completeIntro: "Gennemfør intro",
  comment: "Kommentar (valgfri)",
  statusUpdated: "Status opdateret",
  nowActive: (name) => `${name}: Aktiv`,
  notes: "Noter",
  saved: /^Gemt for \d+ s siden$/,
  setDeadline: /^(Sæt frist|Skift)$/,
  threeDays: "3 dage",
  daysLeft: /^[23] d tilbage$/,
  deadlineSet: "Frist er nu",
  deadlineEnded: "Frist fjernet",
  actionsFor: (name) => `Handlinger for ${name}`,
  logTime: "Registrer tid",
  logTimeConfirm: "Registrer tid",
  minutes: "Minutter",
  logged: "45 min. registreret",
  spent: "Brugte 45 min.",
  makeActive: "Gør aktiv",
  add: "Tilføj kandidat",
  changed: (from, to) => `Ændret fra ${from} til ${to}`,
  assignedTo: (name) => `${name} er nu ansvarlig`,
  pipeline: "CRM",
  counters: { new: "Nye", background: "Baggrund", approved: "Godkendt" },
  activity: "Seneste aktivitet",
  moved: (actor, name, from, to) => `${actor} flyttede ${name} fra ${from} til ${to}`,
  joined: (name) => `${name} blev medlem`,
  contracts: "Dine kontrakter",
  userMenu: "Din menu",
  mainNavigation: "Hovedmenu",
  dashboard: "Overblik",
  tools: "Værktøjer",
};
