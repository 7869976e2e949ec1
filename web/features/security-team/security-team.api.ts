import useSWR, { mutate } from "swr";
import type {
  ApplicationDetails,
  ApplicationSummary,
  ClearFlagInput,
  DecisionInput,
  DeleteInput,
  HoldInput,
  Message,
  MessageInput,
  ReviewInput,
  SecurityListQuery,
  SecurityTeam,
  TrialInput,
} from "../../../worker/features/security-team/security-team.schema.ts";
import type { LiveTopic } from "../../../worker/lib/live/live.schema.ts";
import { id, oneOf, useAddress } from "../../lib/address.ts";
import { request } from "../../lib/api.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { deleting, topicsChanged, usePolling } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";

const TOPICS: LiveTopic[] = ["applications", "members"];
const CHANGED: LiveTopic[] = [...TOPICS, "activity"];

export const SHOWS = ["application", "thread", "notes"] as const;
const shape = { application: id, show: oneOf(SHOWS, "application") };

/** The open application in the address of the tab, and which part of it is shown. */
export const useTeamAddress = () => useAddress("/organization", shape);

export const useTeam = () => useOfOrganization<SecurityTeam>((of) => `/api/security-team/${of}`, TOPICS);

export function useApplications(show: SecurityListQuery["show"], size: number) {
  const { user } = useUser();
  const path = user ? `/api/security-applications/${user.organizationId}` : null;
  return usePagedList<ApplicationSummary>(path, { show }, TOPICS, size);
}

const pathOf = (applicationId: number) => `/api/security-applications/${applicationId}`;

export const useDetails = (applicationId: number) =>
  useSWR<ApplicationDetails>(`${pathOf(applicationId)}/details`, usePolling(TOPICS, POLL));

/** Calls the API, and fetches again what is shown of the team, also after a refusal: it may be older than the answer. */
async function call(...[path, options]: Parameters<typeof request>): Promise<void> {
  try {
    await request(path, options);
  } finally {
    await mutate((key) => typeof key === "string" && key.startsWith("/api/security-"));
    topicsChanged(CHANGED);
  }
}

const messagePath = (message: Message) => `/api/security-messages/${message.id}`;

/** What is done to an application, a message or a trial, by its id. They throw ApiError. */
export const team = {
  review: (of: number, body: ReviewInput, key: string) =>
    call(`${pathOf(of)}/reviews`, { method: "POST", body, key }),
  decide: (of: number, body: DecisionInput) => call(`${pathOf(of)}/decision`, { method: "PATCH", body }),
  hold: (of: number, body: HoldInput) => call(`${pathOf(of)}/hold`, { method: "POST", body }),
  resume: (of: number, version: number) =>
    call(`${pathOf(of)}/resume`, { method: "POST", body: { version } }),
  clearFlag: (of: number, body: ClearFlagInput) => call(`${pathOf(of)}/flags`, { method: "POST", body }),
  delete: async (of: number, body: DeleteInput): Promise<void> => {
    const at = pathOf(of);
    await deleting(at, () => request(`${at}/deletion`, { method: "POST", body }));
    topicsChanged(CHANGED);
  },
  write: (of: number, body: MessageInput, key: string) =>
    call(`${pathOf(of)}/messages`, { method: "POST", body, key }),
  edit: (of: Message, text: string) =>
    call(messagePath(of), { method: "PATCH", body: { text, version: of.version } }),
  deleteMessage: (of: Message) => call(messagePath(of), { method: "DELETE" }),
  removeMessage: (of: Message, reason: string) =>
    call(`${messagePath(of)}/removal`, { method: "POST", body: { reason, version: of.version } }),
  endTrial: (of: number, body: TrialInput) => call(`/api/security-trials/${of}`, { method: "PATCH", body }),
};
