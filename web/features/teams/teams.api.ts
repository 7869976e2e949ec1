import * as z from "zod/mini";
import type { AnswerValue } from "../../../worker/features/forms/forms.schema.ts";
import type { Team, TeamApplication } from "../../../worker/features/teams/teams.schema.ts";
import { id, oneOf, useAddress } from "../../lib/address.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

const TOPICS = ["teams"];

/** The teams that the reader may apply to, has applied to or reviews for. */
export function useTeams() {
  const allowed = Boolean(useUser().user?.member);
  return useOfOrganization<Team[]>((organizationId) => `/api/teams/${organizationId}`, TOPICS, { allowed });
}

export const teams = resource<Team>({ path: "/api/teams", topics: TOPICS });

/** Applications to a team; the lists of one are those that its reviewers see. */
export const applications = resource<TeamApplication>({
  path: "/api/team-applications",
  listPath: (teamId) => `/api/teams/${teamId}/applications`,
  topics: TOPICS,
});

const shape = { team: id, show: oneOf(["open", "decided"], "open") };

/** The team whose applications are shown in the tab, and which of them. */
export const useTeamsAddress = () => useAddress("/organization", shape);

/** What was typed for a team and not sent, by the team's id; a text that is too long stays for its writer to shorten. */
export const kept = createContentDrafts("team", z.record(z.string(), z.custom<AnswerValue>()));
