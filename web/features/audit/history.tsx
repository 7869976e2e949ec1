import { use } from "react";
import type { AuditArea } from "../../../worker/features/audit/audit.schema.ts";
import { useLanguage } from "../../lib/i18n/i18n.ts";
import { Opens } from "../../lib/placed.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { HistoryIcon } from "../../ui/icons.tsx";
import { MenuLink } from "../../ui/menu.tsx";

/** A record by its area of the audit log. */
type Logged = { area: AuditArea; id: number };

const HISTORY = { en: "History", da: "Historik" };

const pathOf = ({ area, id }: Logged) => `/audit?area=${area}&record=${id}`;

/** A link to what the audit log has about a record; nothing for users who may not read the log. */
export function HistoryLink(record: Logged) {
  const language = useLanguage();
  return (
    <ButtonLink to={pathOf(record)} variant="quiet" size="s" icon={<HistoryIcon size={14} />}>
      {HISTORY[language]}
    </ButtonLink>
  );
}

/** The same as an item of a menu. */
export function HistoryItem(record: Logged) {
  const language = useLanguage();
  const opens = use(Opens);
  if (!opens("/audit")) return null;
  return (
    <MenuLink icon={<HistoryIcon />} to={pathOf(record)}>
      {HISTORY[language]}
    </MenuLink>
  );
}
