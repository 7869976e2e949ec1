import { Link } from "react-router";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import {
  CrateIcon,
  ExchangeIcon,
  LoadoutIcon,
  NoteIcon,
  PickaxeIcon,
  RouteIcon,
  SplitIcon,
  ToolsIcon,
} from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** The tools; those without a path are not built yet. */
const TOOLS = [
  { key: "contracts", Icon: NoteIcon, need: "contracts.read", path: "/tools/contracts" },
  { key: "cargo", Icon: CrateIcon, need: "dashboard.view", path: "/tools/cargo" },
  { key: "split", Icon: SplitIcon, need: "dashboard.view", path: "/tools/split" },
  { key: "mining", Icon: PickaxeIcon, need: "dashboard.view", path: null },
  { key: "trade", Icon: ExchangeIcon, need: "dashboard.view", path: null },
  { key: "route", Icon: RouteIcon, need: "dashboard.view", path: null },
  { key: "loadout", Icon: LoadoutIcon, need: "dashboard.view", path: null },
] as const;

type Tool = (typeof TOOLS)[number];

function ToolCard({ tool: { key, Icon, path } }: { tool: Tool }) {
  const t = useT();
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
            {t(`tools.${key}`)}
          </Link>
        ) : (
          t(`tools.${key}`)
        )}
      </h2>
      <p className={path ? "text-ink-2" : "text-ink-3"}>{t(`tools.${key}_text`)}</p>
    </li>
  );
}

export default function ToolsPage() {
  const t = useT();
  const { user } = useUser();
  const tools = TOOLS.filter(({ need }) => user?.permissions.includes(need));
  const count = tools.filter(({ path }) => path).length;
  return (
    <Page
      title={t("tools.title")}
      documentTitle={t("tools.title")}
      sub={tools.length > 0 ? t("tools.sub", { count }) : undefined}
    >
      {tools.length > 0 ? (
        <ul
          aria-label={t("tools.list")}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-[18px] max-md:gap-3"
        >
          {tools.map((tool) => (
            <ToolCard key={tool.key} tool={tool} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={<ToolsIcon size={22} />} title={t("tools.none")} text={t("tools.none_text")} />
      )}
    </Page>
  );
}
