export const DEMO_PASSWORD = "command-centre";

export type DemoUsername = "admin" | "officer" | "crm_manager" | "recruiter" | "onboarding" | "member";

type DemoPerson = {
  username: DemoUsername;
  displayName: string;
  /** Key of the system role, and its name in the printed table of accounts. */
  role: string;
  title: string;
  joinedDaysAgo: number;
};

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    username: "admin",
    displayName: "Astrid Holm",
    role: "administrator",
    title: "Administrator",
    joinedDaysAgo: 412,
  },
  { username: "officer", displayName: "Freja Ravn", role: "officer", title: "Officer", joinedDaysAgo: 388 },
  {
    username: "crm_manager",
    displayName: "Oliver Hayes",
    role: "crm_manager",
    title: "CRM Manager",
    joinedDaysAgo: 251,
  },
  {
    username: "recruiter",
    displayName: "Mikkel Toft",
    role: "recruiter",
    title: "Recruiter",
    joinedDaysAgo: 176,
  },
  {
    username: "onboarding",
    displayName: "Ida Storm",
    role: "onboarding_team",
    title: "Onboarding Team",
    joinedDaysAgo: 133,
  },
  { username: "member", displayName: "Jonas Kjær", role: "member", title: "Member", joinedDaysAgo: 64 },
];

/** Which of the guild's Discord roles, by name, gives which system role. */
export const DEMO_MAPPINGS: Readonly<Record<string, string>> = {
  Officer: "officer",
  "CRM Manager": "crm_manager",
  Recruiter: "recruiter",
  Mentor: "onboarding_team",
  Crew: "member",
};
