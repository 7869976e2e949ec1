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

export const useTeam = () =>
  useOfOrganization<SecurityTeam>((organizationId) => `/api/security-team/${organizationId}`, TOPICS);

export function useApplications(show: SecurityListQuery["show"], size: number) {
  const { user } = useUser();
  const path = user ? `/api/security-applications/${user.organizationId}` : null;
  return usePagedList<ApplicationSummary>(path, { show }, TOPICS, size);
}

const pathOf = (applicationId: number) => `/api/security-applications/${applicationId}`;

export const useDetails = (applicationId: number) =>
  useSWR<ApplicationDetails>(`${pathOf(applicationId)}/details`, usePolling(TOPICS, POLL));

/** Calls the API, then fetches what is shown of the team again, also after a refusal, because it may be outdated. */
async function call(...[path, options]: Parameters<typeof request>): Promise<void> {
  try {
    await request(path, options);
  } finally {
    await mutate((key) => typeof key === "string" && key.startsWith("/api/security-"));
    topicsChanged(CHANGED);
  }
}

const messagePath = (message: Message) => `/api/security-messages/${message.id}`;

/** The actions on an application, a message or a trial, by its id. @throws ApiError */
export const team = {
  review: (id: number, body: ReviewInput, key: string) =>
    call(`${pathOf(id)}/reviews`, { method: "POST", body, key }),
  decide: (id: number, body: DecisionInput) => call(`${pathOf(id)}/decision`, { method: "PATCH", body }),
  hold: (id: number, body: HoldInput) => call(`${pathOf(id)}/hold`, { method: "POST", body }),
  resume: (id: number, version: number) =>
    call(`${pathOf(id)}/resume`, { method: "POST", body: { version } }),
  clearFlag: (id: number, body: ClearFlagInput) => call(`${pathOf(id)}/flags`, { method: "POST", body }),
  delete: async (id: number, body: DeleteInput): Promise<void> => {
    const at = pathOf(id);
    await deleting(at, () => request(`${at}/deletion`, { method: "POST", body }));
    topicsChanged(CHANGED);
  },
  write: (id: number, body: MessageInput, key: string) =>
    call(`${pathOf(id)}/messages`, { method: "POST", body, key }),
  edit: (message: Message, text: string) =>
    call(messagePath(message), { method: "PATCH", body: { text, version: message.version } }),
  deleteMessage: (message: Message) => call(messagePath(message), { method: "DELETE" }),
  removeMessage: (message: Message, reason: string) =>
    call(`${messagePath(message)}/removal`, { method: "POST", body: { reason, version: message.version } }),
  endTrial: (id: number, body: TrialInput) => call(`/api/security-trials/${id}`, { method: "PATCH", body }),
};
