import { assign, comment, created, type DemoProspect, days, due, move, notes, time } from "./steps.ts";

const intro: DemoProspect[] = [
  {
    displayName: "Sofie Lindqvist",
    username: "sofielind",
    email: "sofie.lindqvist@example.org",
    source: "Reddit",
    steps: [created(7, "recruiter"), assign(6.5, "recruiter", "recruiter", 20)],
  },
  {
    displayName: "Callum Reid",
    username: "reidrunner",
    source: "YouTube",
    citizen: "ReidRunner",
    steps: [
      created(52, "recruiter"),
      assign(50, "crm_manager", "recruiter", -3),
      comment(27, "recruiter", "Wrote twice, no answer yet. Prefers evenings after 20:00 UK time."),
    ],
  },
  {
    displayName: "Emil Nørgaard",
    username: "norgaard88",
    email: "emil.norgaard@example.org",
    source: "friend",
    steps: [
      created(days(3), "officer"),
      notes(
        days(3) - 1,
        "officer",
        "Brought along by Jonas Kjær. Flies a Cutlass Black, interested in salvage.",
      ),
    ],
  },
  {
    displayName: "Priya Raman",
    username: "prism",
    source: "Discord",
    steps: [
      created(26, "recruiter"),
      assign(25, "recruiter", "recruiter", 66),
      time(4, "recruiter", 20, "First talk in voice."),
    ],
  },
  {
    displayName: "Tobias Vang",
    username: "vanguard_t",
    source: "Spectrum",
    steps: [created(3, "recruiter")],
  },
  {
    displayName: "Hannah Whitlock",
    username: "whitlock",
    email: "h.whitlock@example.org",
    source: "YouTube",
    citizen: "Whitlock",
    steps: [
      created(days(5), "recruiter"),
      assign(days(5) - 2, "recruiter", "recruiter", 9),
      time(days(2), "recruiter", 35, "Introduction call, half of it about mining."),
      move(days(2) - 1, "recruiter", "intro_completed", { note: "Good fit for the mining wing." }),
    ],
  },
  {
    displayName: "Kasper Bjerre",
    username: "kbjerre",
    source: "friend",
    steps: [
      created(days(6), "recruiter"),
      assign(days(6) - 1, "crm_manager", "recruiter", days(2)),
      move(30, "recruiter", "intro_completed"),
      due(29, "recruiter", days(3), "On holiday until the weekend."),
    ],
  },
];

const onboarding: DemoProspect[] = [
  {
    displayName: "Nadia Petrov",
    username: "nadiap",
    source: "Reddit",
    steps: [
      created(days(9), "recruiter"),
      assign(days(9) - 3, "recruiter", "recruiter", days(-5)),
      move(days(6), "recruiter", "intro_completed", { note: "Wants to learn multi-crew gunnery." }),
      move(days(1), "officer", "assigned_onboarding", { assignee: "onboarding", due: 30 }),
    ],
  },
  {
    displayName: "Rasmus Dahl",
    username: "dahlstrom",
    email: "rasmus.dahl@example.org",
    source: "website",
    steps: [
      created(days(8), "recruiter"),
      move(days(7), "recruiter", "intro_completed"),
      move(days(2), "crm_manager", "assigned_onboarding", { assignee: "onboarding", due: -6 }),
    ],
  },
  {
    displayName: "Grace Okafor",
    username: "starlingg",
    source: "CitizenCon",
    citizen: "Starling",
    steps: [
      created(days(12), "officer"),
      assign(days(12) - 2, "officer", "recruiter", days(-9)),
      move(days(9), "recruiter", "intro_completed"),
      move(days(7), "crm_manager", "onboarding", { assignee: "onboarding", due: 5 }),
      time(days(4), "onboarding", 50, "Ship tour and comms check."),
      notes(
        days(4) - 1,
        "onboarding",
        "Knows the flight model well. Still needs the boarding drill and the code of conduct talk.",
      ),
      comment(22, "onboarding", "Boarding drill moved to tonight."),
    ],
  },
  {
    displayName: "Magnus Falk",
    username: "falkmag",
    source: "Discord",
    steps: [
      created(days(15), "recruiter"),
      assign(days(15) - 4, "recruiter", "recruiter", days(-12)),
      move(days(12), "crm_manager", "onboarding", {
        assignee: "onboarding",
        due: days(-1),
        note: "Introduction done in one go.",
      }),
      time(days(8), "onboarding", 40, "Cargo run together."),
      due(days(3), "crm_manager", -14, "Last chance before we ask whether he is still interested."),
    ],
  },
  {
    displayName: "Lucy Brennan",
    username: "brennanl",
    email: "lucy.brennan@example.org",
    source: "friend",
    steps: [
      created(days(10), "officer"),
      move(days(8), "recruiter", "intro_completed"),
      move(days(5), "officer", "onboarding", { assignee: "onboarding", due: days(2) }),
      time(days(1), "onboarding", 30, "Medical gameplay, went well."),
    ],
  },
  {
    displayName: "Viktor Sand",
    username: "sandviper",
    source: "Spectrum",
    citizen: "SandViper",
    steps: [
      created(days(11), "recruiter"),
      move(days(9), "recruiter", "intro_completed", {
        note: "Experienced pilot, short onboarding is enough.",
      }),
      move(days(6), "crm_manager", "onboarding", { assignee: "crm_manager", due: 16 }),
      comment(days(2), "crm_manager", "Flew escort in the training operation without a hitch."),
    ],
  },
  {
    displayName: "Amelia Frost",
    username: "frostbite",
    source: "YouTube",
    steps: [
      created(days(21), "recruiter"),
      move(days(19), "recruiter", "onboarding", { assignee: "onboarding", due: days(4) }),
      assign(days(6), "crm_manager", "officer", days(5)),
      notes(
        days(5),
        "officer",
        "Leads a crew of her own in another game; being prepared for the events team.",
      ),
    ],
  },
];

const active: DemoProspect[] = [
  {
    displayName: "Anders Krogh",
    username: "kroghan",
    source: "friend",
    citizen: "KroghAn",
    steps: [
      created(days(58), "recruiter"),
      move(days(55), "recruiter", "onboarding", { assignee: "onboarding" }),
      time(days(50), "onboarding", 60, "Full onboarding flight."),
      move(days(47), "onboarding", "active", { note: "Ready for operations." }),
    ],
  },
  {
    displayName: "Chloe Marsh",
    username: "marshlight",
    email: "chloe.marsh@example.org",
    source: "Reddit",
    steps: [
      created(days(40), "recruiter"),
      move(days(38), "recruiter", "intro_completed"),
      move(days(33), "officer", "onboarding", { assignee: "onboarding" }),
      move(days(22), "onboarding", "active"),
    ],
  },
  {
    displayName: "Jeppe Skov",
    username: "skovjeppe",
    source: "Discord",
    steps: [
      created(days(30), "recruiter"),
      move(days(28), "recruiter", "onboarding", { assignee: "crm_manager" }),
      move(days(13), "crm_manager", "active", { note: "Joins the mining wing." }),
      notes(days(12), "officer", "Volunteered to keep the wiki page on refinery yields."),
    ],
  },
  {
    displayName: "Daniel Osei",
    username: "oseidan",
    source: "CitizenCon",
    citizen: "Osei",
    steps: [
      created(days(18), "officer"),
      move(days(17), "recruiter", "intro_completed"),
      move(days(14), "crm_manager", "onboarding", { assignee: "onboarding" }),
      time(days(9), "onboarding", 45, "Boarding drill and debrief."),
      move(33, "onboarding", "active", { note: "Fast learner, everybody likes flying with him." }),
    ],
  },
];

const inactive: DemoProspect[] = [
  {
    displayName: "Oskar Lund",
    username: "lundoskar",
    source: "website",
    steps: [
      created(days(25), "recruiter"),
      assign(days(24), "recruiter", "recruiter", days(-20)),
      move(days(16), "recruiter", "inactive", {
        note: "No answer in a week, three messages sent.",
        outcome: "withdrawn",
      }),
    ],
  },
  {
    displayName: "Ryan Cole",
    username: "coldcole",
    source: "Reddit",
    steps: [
      created(days(20), "recruiter"),
      move(days(18), "recruiter", "intro_completed"),
      move(days(11), "officer", "inactive", {
        note: "Looking for a pirate crew; we are not one.",
        outcome: "declined",
      }),
    ],
  },
  {
    displayName: "Maja Winther",
    username: "majaw",
    source: "friend",
    steps: [
      created(days(90), "officer"),
      move(days(88), "recruiter", "onboarding", { assignee: "onboarding" }),
      move(days(75), "onboarding", "active"),
      move(days(8), "officer", "inactive", {
        note: "Taking a break until after her exams, welcome back any time.",
      }),
    ],
  },
  {
    displayName: "Ben Hartley",
    username: "hartbeat",
    source: "YouTube",
    steps: [
      created(days(28), "recruiter"),
      move(days(26), "recruiter", "onboarding", { assignee: "onboarding", due: days(-10) }),
      comment(days(14), "onboarding", "Missed both onboarding flights."),
      move(days(7), "onboarding", "inactive", {
        note: "Changed to another game for now.",
        outcome: "withdrawn",
      }),
    ],
  },
];

export const DEMO_PROSPECTS: readonly DemoProspect[] = [...intro, ...onboarding, ...active, ...inactive];
