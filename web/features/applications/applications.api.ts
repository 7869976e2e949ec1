import type {
  ApplicantProfile,
  Application,
  ApplicationKind,
} from "../../../worker/features/applications/applications.schema.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";

/** Applications for contracts and the security team: the reader's own, and those that they decide on. */
export const applications = resource<Application>({
  path: "/api/contract-applications",
  topics: ["contracts", "applications"],
});

/** The path of what an application begins with, by what it is for. */
export const profilePath = (organizationId: number, kind: ApplicationKind): string =>
  `/api/contract-applications/${organizationId}/profile?kind=${kind}`;

export const useProfile = (kind: ApplicationKind) =>
  useOfOrganization<ApplicantProfile>((id) => profilePath(id, kind), []);
