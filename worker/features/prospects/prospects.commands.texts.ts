import type { Text } from "../../lib/commands/command.ts";

export const TASKS_TEXTS = {
  name: { en: "tasks", da: "opgaver" },
  description: { en: "Show who needs an answer soon", da: "Vis, hvem der snart skal have svar" },
  mine: { en: "You have {count|task|tasks}", da: "Du har {count|opgave|opgaver}" },
  withoutDeadline: {
    en: ", and {count|prospect|prospects} without a deadline",
    da: " og {count|kandidat|kandidater} uden frist",
  },
  urgent: {
    en: "{count|person needs|people need} an answer within 24 hours",
    da: "{count|person|personer} skal have svar inden for 24 timer",
  },
  withoutAssignee: {
    en: ", and {count|person has|people have} no assignee",
    da: ", og {count|person|personer} har ingen ansvarlig",
  },
  none: { en: "Nobody waits for an answer.", da: "Ingen venter på svar." },
  due: { en: "{status}, {assignee} · due {when}", da: "{status}, {assignee} · frist {when}" },
  overdue: {
    en: "{status}, {assignee} · **overdue**, due {when}",
    da: "{status}, {assignee} · **overskredet**, frist {when}",
  },
  undated: { en: "{status}, {assignee} · no deadline", da: "{status}, {assignee} · ingen frist" },
  open: { en: "Open", da: "Åbn" },
  take: { en: "Take", da: "Tag" },
  takeNext: { en: "Take the next one", da: "Tag den næste" },
  showFirst: { en: "Show the first one", da: "Vis den første" },
  onlyMine: { en: "Only mine", da: "Kun mine" },
  everybody: { en: "Everybody", da: "Alle" },
  openAll: { en: "Open all", da: "Åbn alle" },
} as const satisfies Record<string, Text>;

export const PROSPECT_TEXTS = {
  name: { en: "prospect", da: "kandidat" },
  description: {
    en: "Show a prospect, and take the next step",
    da: "Vis en kandidat, og tag det næste skridt",
  },
  option: { en: "name", da: "navn" },
  optionDescription: {
    en: "Part of the name, or the Discord id",
    da: "En del af navnet eller Discord-id",
  },
  since: { en: "{status} for {days|day|days}", da: "{status} i {days|dag|dage}" },
  sinceToday: { en: "{status} since today", da: "{status} siden i dag" },
  assignedTo: { en: "Assigned to **{name}**", da: "Ansvarlig: **{name}**" },
  nobody: { en: "nobody yet", da: "ingen endnu" },
  you: { en: "you", da: "dig" },
  another: { en: "another member", da: "et andet medlem" },
  deadline: { en: "Deadline {when}", da: "Frist {when}" },
  deadlinePassed: { en: "Deadline {when}, **overdue**", da: "Frist {when}, **overskredet**" },
  rsi: { en: "RSI handle **{handle}**", da: "RSI-handle **{handle}**" },
  open: { en: "Open", da: "Åbn" },
  days: { en: "+{days|day|days}", da: "+{days|dag|dage}" },
  addNote: { en: "Add note", da: "Tilføj note" },
  note: { en: "Note", da: "Note" },
  noteHint: {
    en: "Added below the notes, with the date and your name.",
    da: "Tilføjes under noterne med dato og dit navn.",
  },
  assign: { en: "Assign", da: "Tildel" },
  reassign: { en: "Reassign", da: "Skift ansvarlig" },
  reason: { en: "Reason", da: "Begrundelse" },
  reasonHint: {
    en: "Kept in the log, so that the next person knows why.",
    da: "Gemmes i loggen, så den næste ved hvorfor.",
  },
  step_intro: { en: "Reopen at Intro", da: "Begynd igen ved Intro" },
  step_intro_completed: { en: "Complete intro", da: "Gennemfør intro" },
  step_assigned_onboarding: { en: "Assign, start later", da: "Tildel, start senere" },
  step_onboarding: { en: "Start onboarding", da: "Start onboarding" },
  step_back: { en: "Send back to Onboarding", da: "Send tilbage til onboarding" },
  step_active: { en: "Make active", da: "Gør aktiv" },
  step_inactive: { en: "Make inactive…", da: "Gør inaktiv…" },
  step_leave: { en: "Decline…", da: "Afslut forløb…" },
} as const satisfies Record<string, Text>;
