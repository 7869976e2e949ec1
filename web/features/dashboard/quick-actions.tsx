import { Link } from "react-router";
import { FIGURES } from "../../../worker/features/prospects/pipeline.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { BotIcon, CalendarIcon, FileIcon, PipelineIcon, PlusIcon, ShieldIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { figurePath } from "../prospects/index.ts";

export function QuickActions() {
  const t = useT();
  const writes = useCan({ all: ["prospects.read", "prospects.write"] });
  const leads = useCan({ all: ["prospects.read", "crm.team_overview"] });
  const contracts = useCan({ all: ["contracts.read", "contracts.write"] });
  const bots = useCan({ all: ["bots.read", "bots.write"] });
  const administers = useCan("admin.users");
  const all = [
    { name: "add", to: "/crm?new=1", Icon: PlusIcon, offered: writes },
    { name: "task", to: figurePath(FIGURES.withoutDeadline), Icon: CalendarIcon, offered: writes },
    { name: "pipeline", to: "/crm?tab=team", Icon: PipelineIcon, offered: leads && !bots },
    { name: "contract", to: "/tools/contracts?new=1", Icon: FileIcon, offered: contracts },
    { name: "bots", to: "/discord-bots", Icon: BotIcon, offered: bots },
    { name: "roles", to: "/admin?tab=roles", Icon: ShieldIcon, offered: administers },
  ] as const;
  const actions = all.filter(({ offered }) => offered);
  if (actions.length === 0) return null;
  return (
    <Panel title={t("dashboard.quick.title")}>
      <ul className="flex flex-wrap gap-1 p-[7px]">
        {actions.map(({ name, to, Icon }) => (
          <li key={name} className="flex-[1_1_220px]">
            <Link to={to} className="flex h-full items-center gap-3 rounded-m px-[11px] py-2.5 hover:bg-deck">
              <span className="grid size-[34px] flex-none place-items-center rounded-c border border-line bg-deck text-ink-2">
                <Icon />
              </span>
              <span className="min-w-0">
                <span className="block font-book">{t(`dashboard.quick.${name}`)}</span>
                <span className="block hint">{t(`dashboard.quick.${name}_text`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
