import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { AuditActionOption, AuditEntry } from "../../../worker/features/activity/activity.schema.ts";
import { readWhole, requestFile, withQuery } from "../../lib/api.ts";
import { download, fileNameOf } from "../../lib/download.ts";
import { type ListQuery, usePagedList } from "../../lib/list.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";

/** Entries that are shown at first, and with each further wish. */
const PAGE = 50;

const auditPath = (organizationId: number) => `/api/audit/${organizationId}`;
const actionsPath = (organizationId: number) => `${auditPath(organizationId)}/actions`;

/** What the page shows first and can be asked for early. */
export const firstPaths = ({ organizationId }: CurrentUser) => [actionsPath(organizationId)];

/** Entries of the audit log, newest first. */
export function useAudit(query: ListQuery) {
  const { user } = useUser();
  return usePagedList<AuditEntry>(user ? auditPath(user.organizationId) : null, query, ["activity"], PAGE);
}

/** Every action that entries can be about. */
export const useActions = () => useOfOrganization<AuditActionOption[]>(actionsPath, [], { poll: 0 });

/** Saves what a search finds as a CSV file. @throws ApiError */
export async function exportAudit(organizationId: number, query: ListQuery): Promise<void> {
  const response = await requestFile(withQuery(`${auditPath(organizationId)}/export`, query));
  download(fileNameOf(response) ?? "audit-log.csv", await readWhole(() => response.blob()));
}
