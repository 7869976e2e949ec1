import type { AuditActionOption, AuditEntry } from "../../../worker/features/audit/audit.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { type ListQuery, usePagedList } from "../../lib/list.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { saveFile } from "../../lib/save-file.ts";
import { type Reader, useUser } from "../../lib/session.tsx";

const auditPath = (organizationId: number) => `/api/audit/${organizationId}`;
const actionsPath = (organizationId: number) => `${auditPath(organizationId)}/actions`;

export const firstPaths = ({ organizationId }: Reader) => [actionsPath(organizationId)];

/** Entries of the audit log, newest first, 50 a page. */
export function useAudit(query: ListQuery) {
  const { user } = useUser();
  return usePagedList<AuditEntry>(user ? auditPath(user.organizationId) : null, query, ["activity"], 50);
}

export const useActions = () => useOfOrganization<AuditActionOption[]>(actionsPath, [], { poll: 0 });

/** Saves the entries of a query as a CSV file. @throws ApiError */
export const exportAudit = (organizationId: number, query: ListQuery): Promise<void> =>
  saveFile(withQuery(`${auditPath(organizationId)}/export`, query), "audit-log.csv");
