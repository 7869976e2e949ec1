import { type MessageKey, useT } from "../lib/i18n/i18n.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { useDocumentTitle } from "../ui/page.tsx";
import { NoAccess } from "../ui/states.tsx";

/** The sentences of pages that have their own; their texts are loaded, as they were open. */
const SENTENCES: Partial<Record<string, MessageKey>> = {
  "/crm": "prospects.no_access",
  "/discord-bots": "bots.no_access",
  "/tools/contracts": "contracts.no_access",
};

/** Takes the place of a page whose permission was lost while it was open. */
export function DeniedPage({ path }: { path: string }) {
  const t = useT();
  const title = t("access.denied");
  useDocumentTitle(title);
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <h1 className="sr-only">{title}</h1>
      <NoAccess
        text={t(SENTENCES[path] ?? "access.lost")}
        action={
          <ButtonLink to="/" variant="primary">
            {t("notfound.action")}
          </ButtonLink>
        }
      />
    </div>
  );
}
