import { expect } from "@playwright/test";
import { suffix } from "./discord.ts";
import { type Account, DEMO, type People } from "./people.ts";

export type Prospect = {
  id: number;
  displayName: string;
  status: string;
  assignedTo: number | null;
  deadline: string | null;
  notes: string | null;
  version: number;
};

/** Creates a prospect with a unique name at the intro stage. */
export async function addProspect(
  people: People,
  name: string,
  more: { assignee?: Account; deadline?: string } = {},
): Promise<Prospect> {
  const { assignee, deadline } = more;
  return people.call<Prospect>(DEMO.admin, "POST", "/api/prospects", {
    displayName: `${name} ${suffix()}`,
    ...(assignee ? { assignedTo: await people.memberId(assignee) } : {}),
    ...(deadline ? { deadline } : {}),
  });
}

/** Creates a prospect in onboarding with an assignee. */
export async function addOnboarding(people: People, name: string, assignee: Account): Promise<Prospect> {
  const prospect = await addProspect(people, name);
  return people.call<Prospect>(DEMO.admin, "PATCH", `/api/prospects/${prospect.id}/status`, {
    status: "onboarding",
    assignedTo: await people.memberId(assignee),
    version: prospect.version,
  });
}

export const readProspect = (people: People, id: number): Promise<Prospect> =>
  people.call<Prospect>(DEMO.admin, "GET", `/api/prospects/${id}/record`);

/** Waits until fields of the record are stored: the page shows an edit before the server has confirmed it. */
export async function expectStored(people: People, id: number, fields: Partial<Prospect>): Promise<void> {
  await expect(async () => expect(await readProspect(people, id)).toMatchObject(fields)).toPass();
}
