import { useContext } from "react";
import { can } from "../../lib/can.ts";
import { LOCALES } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Placed } from "../../lib/placed.ts";
import { useUser } from "../../lib/session.tsx";
import { ChevronRightIcon, ToolsIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Tools that are not built yet; one that is built leaves this list and has its card in its area. */
const PLANNED = [
  { en: "Mining Tools", da: "mineværktøjer" },
  { en: "Trade Routes", da: "handelsruter" },
  { en: "Route Planner", da: "ruteplanlægger" },
  { en: "Ship Loadout Planner", da: "udstyrsplanlægger til skibe" },
];

/** Permission to see tools that are not built yet. */
const PLANNED_NEED = "dashboard.view";

export default function ToolsPage() {
  const t = useT();
  const language = useLanguage();
  const permissions = useUser().user?.permissions ?? [];
  const built = useContext(Placed).tools.filter(({ need }) => can(permissions, need));
  const seesPlanned = can(permissions, PLANNED_NEED);
  const planned = PLANNED.map((name) => name[language]);
  return (
    <Page title={t("tools.title")} documentTitle={t("tools.title")}>
      {built.length > 0 ? (
        <ul
          aria-label={t("tools.title")}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-[18px] max-md:gap-3"
        >
          {built.map(({ path, label, about, Icon }) => (
            <li
              key={path}
              className="panel relative grid content-start gap-1.5 p-[18px] hover:border-line-strong"
            >
              <span className="mb-1.5 flex justify-between text-ink-2">
                <Icon size={20} />
                <ChevronRightIcon className="text-ink-3" />
              </span>
              <h2>
                <Link to={path} className="rounded-s after:absolute after:inset-0 after:rounded-l">
                  {label[language]}
                </Link>
              </h2>
              <p className="text-ink-2">{t(about)}</p>
            </li>
          ))}
        </ul>
      ) : seesPlanned ? null : (
        <EmptyState icon={<ToolsIcon size={22} />} title={t("tools.none")} text={t("tools.none_text")} />
      )}
      {seesPlanned ? (
        <p className="mt-[18px] text-ink-2">
          {t("tools.coming", { tools: new Intl.ListFormat(LOCALES[language]).format(planned) })}
        </p>
      ) : null}
    </Page>
  );
}
