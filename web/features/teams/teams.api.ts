import * as z from "zod/mini";
import { answerValue } from "../../../worker/features/forms/forms.schema.ts";
import type { Team, TeamApplication } from "../../../worker/features/teams/teams.schema.ts";
import { id, oneOf, useAddress } from "../../lib/address.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";

const TOPICS = ["teams"];

/** The teams that the reader may apply to, has applied to or reviews for. */
export const useTeams = () =>
  useOfOrganization<Team[]>((organizationId) => `/api/teams/${organizationId}`, TOPICS);

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

/** What was typed for a team and not sent, by the team's id. */
export const kept = createContentDrafts("team", z.record(z.string(), answerValue));
