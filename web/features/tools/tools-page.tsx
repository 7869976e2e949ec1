import { useContext } from "react";
import { Link } from "react-router";
import { can } from "../../lib/can.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Placed, type Tool } from "../../lib/placed.ts";
import { useUser } from "../../lib/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ExchangeIcon, LoadoutIcon, PickaxeIcon, RouteIcon, ToolsIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Tools that are not built yet; one that is built leaves this list and has its card in its area. */
const PLANNED = [
  {
    label: { en: "Mining Tools", da: "Mineværktøjer" },
    text: {
      en: "What a rock holds and which laser breaks it.",
      da: "Hvad en sten rummer, og hvilken laser der knækker den.",
    },
    Icon: PickaxeIcon,
  },
  {
    label: { en: "Trade Routes", da: "Handelsruter" },
    text: { en: "Where to buy and where to sell.", da: "Hvor man køber, og hvor man sælger." },
    Icon: ExchangeIcon,
  },
  {
    label: { en: "Route Planner", da: "Ruteplanlægger" },
    text: { en: "The way past several stops, with fuel.", da: "Vejen forbi flere stop, med brændstof." },
    Icon: RouteIcon,
  },
  {
    label: { en: "Ship Loadout Planner", da: "Udstyrsplanlægger til skibe" },
    text: { en: "Weapons, shields and what they do together.", da: "Våben, skjolde og hvad de gør sammen." },
    Icon: LoadoutIcon,
  },
];

/** Permission to see tools that are not built yet. */
const PLANNED_NEED = "dashboard.view";

/** A tool; one without a path is not built yet. */
function ToolCard({ label, text, Icon, path }: Pick<Tool, "label" | "text" | "Icon"> & { path?: string }) {
  const t = useT();
  const language = useLanguage();
  const name = label[language];
  return (
    <li
      className={
        path
          ? "panel relative grid content-start gap-1.5 p-[18px] hover:border-line-strong"
          : "grid content-start gap-1.5 rounded-l border border-line p-[18px]"
      }
    >
      <span className="mb-1.5 flex min-h-6 items-center justify-between gap-3">
        <span className={path ? "text-ink-2" : "text-ink-3"}>
          <Icon size={20} />
        </span>
        {path ? null : (
          <Badge tone="idle" size="s">
            {t("tools.coming")}
          </Badge>
        )}
      </span>
      <h2 className={path ? undefined : "text-ink-2"}>
        {path ? (
          <Link to={path} className="rounded-s after:absolute after:inset-0 after:rounded-l">
            {name}
          </Link>
        ) : (
          name
        )}
      </h2>
      <p className={path ? "text-ink-2" : "text-ink-3"}>{text[language]}</p>
    </li>
  );
}

export default function ToolsPage() {
  const t = useT();
  const permissions = useUser().user?.permissions ?? [];
  const built = useContext(Placed).tools.filter(({ need }) => can(permissions, need));
  const planned = can(permissions, PLANNED_NEED) ? PLANNED : [];
  const isEmpty = built.length + planned.length === 0;
  return (
    <Page title={t("tools.title")} documentTitle={t("tools.title")}>
      {isEmpty ? (
        <EmptyState icon={<ToolsIcon size={22} />} title={t("tools.none")} text={t("tools.none_text")} />
      ) : (
        <ul
          aria-label={t("tools.list")}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-[18px] max-md:gap-3"
        >
          {built.map((tool) => (
            <ToolCard key={tool.path} {...tool} />
          ))}
          {planned.map((tool) => (
            <ToolCard key={tool.label.en} {...tool} />
          ))}
        </ul>
      )}
    </Page>
  );
}
