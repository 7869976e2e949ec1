import type {
  ApplicantProfile,
  Application,
} from "../../../worker/features/applications/applications.schema.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";

/** Applications for contracts and the security team: the reader's own, and those that they decide on. */
export const applications = resource<Application>({
  path: "/api/contract-applications",
  topics: ["contracts", "applications"],
});

export const useProfile = () =>
  useOfOrganization<ApplicantProfile>((id) => `/api/contract-applications/${id}/profile`, []);
