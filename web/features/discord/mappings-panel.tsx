import { useState } from "react";
import type { DiscordRole, RoleSync } from "../../../worker/features/discord/roles/roles.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { useDiscordRoles } from "./discord.api.ts";
import { ColorDot, MappingDialog } from "./mapping-dialog.tsx";

const ROW = "h-[46px] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4 max-md:py-3";

export function MappingsPanel({ set }: { set: RoleSync }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { data: discordRoles } = useDiscordRoles();
  const [open, setOpen] = useState<number | null>(null);
  const edited = set.roles.find(({ id }) => id === open);
  const { last, waiting } = set;
  const when = last && format.ago(last.finishedAt, now);
  return (
    <Panel
      className="mt-[18px]"
      title={t("discord.order.title")}
      aside={
        <span className="hint">
          {when ? t("discord.mappings.last", { when }) : t("discord.mappings.never")}
        </span>
      }
    >
      <Table
        label={t("discord.order.title")}
        items={set.roles}
        headClass="max-md:sr-only"
        rowOf={() => ({ className: ROW })}
        columns={{
          role: {
            heading: t("discord.mappings.role"),
            cell: ({ name }) => <span className="font-book">{name}</span>,
            cellClass: "w-[26%] max-md:w-auto",
          },
          discord: {
            heading: t("discord.mappings.discord"),
            cell: ({ id, key }) =>
              key === "administrator" ? (
                <span className="hint">{t("discord.mappings.by_hand")}</span>
              ) : (
                <Mapped set={set} roleId={id} discordRoles={discordRoles} />
              ),
            cellClass: "max-md:col-span-full max-md:row-start-2",
          },
          people: {
            heading: t("discord.mappings.people"),
            headClass: "text-right!",
            cell: ({ people }) => <span className="figure">{format.number(people)}</span>,
            cellClass: "text-right max-md:hidden",
          },
          action: {
            heading: <span className="sr-only">{t("discord.mappings.edit")}</span>,
            cell: ({ id, key, name, can }) =>
              key === "administrator" ? null : (
                <Button
                  size="s"
                  aria-label={t("discord.mappings.edit_of", { name })}
                  reason={!can.map && t("discord.mappings.beyond")}
                  onClick={() => setOpen(id)}
                >
                  {t("discord.mappings.edit")}
                </Button>
              ),
            cellClass: "w-px text-right whitespace-nowrap max-md:w-auto",
          },
        }}
      />
      {waiting.people > 0 ? (
        <div className="flex gap-2.5 border-t border-line px-[18px] py-3">
          <WarningIcon className="mt-0.5 flex-none text-wait" />
          <div>
            <p>{t("discord.waiting.people", { people: waiting.people })}</p>
            {waiting.lacks.map((lack) => (
              <p key={lack} className="text-ink-2">
                {t(`discord.lacks.${lack}`)}
              </p>
            ))}
            {waiting.lacks.length > 0 ? null : <p className="text-ink-2">{t("discord.waiting.next")}</p>}
          </div>
        </div>
      ) : null}
      {edited ? <MappingDialog set={set} role={edited} onClose={() => setOpen(null)} /> : null}
    </Panel>
  );
}

export function Mapped(props: { set: RoleSync; roleId: number; discordRoles: DiscordRole[] | undefined }) {
  const t = useT();
  const { set, roleId, discordRoles } = props;
  const mappings = set.mappings.filter((each) => each.roleId === roleId);
  if (mappings.length === 0) return <span className="hint">{t("discord.mappings.none")}</span>;
  return (
    <ul className="flex flex-wrap gap-x-[18px] gap-y-1.5">
      {mappings.map(({ id, discordRoleId, discordRoleName, givesInDiscord }) => {
        const role = discordRoles?.find((each) => each.id === discordRoleId);
        const isGone = discordRoles !== undefined && role === undefined;
        return (
          <li key={id} className="inline-flex min-w-0 items-center gap-[7px] [overflow-wrap:anywhere]">
            <ColorDot color={role?.color ?? 0} />
            <span className={cx(isGone && "text-ink-3 line-through")}>@{discordRoleName}</span>
            {isGone ? <span className="hint">{t("discord.mappings.gone")}</span> : null}
            {givesInDiscord ? <span className="hint">{t("discord.mappings.gives")}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
