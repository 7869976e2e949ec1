import { useId, useState } from "react";
import type { SWRResponse } from "swr";
import type { PreviewGroup, RolePreview } from "../../../worker/features/discord/roles/roles.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ArrowRightIcon, ChevronDownIcon, ChevronUpIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { SyncButton } from "../../ui/sync-button.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { useSync } from "./discord.api.ts";

const SHOWN = ["all", "gain", "lose"] as const;

export function PreviewPanel({ setId, preview }: { setId: number; preview: SWRResponse<RolePreview> }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const sync = useSync(setId);
  const [which, setWhich] = useState<(typeof SHOWN)[number]>("all");
  const { data, error, isValidating, mutate } = preview;
  const refresh = () => void mutate();
  const isBotMissing = error instanceof ApiError && error.code === "crm_bot_not_found";
  const groups = data?.groups.filter(({ isLoss }) => which === "all" || isLoss === (which === "lose")) ?? [];
  const countOf = { all: (data?.gains ?? 0) + (data?.losses ?? 0), gain: data?.gains, lose: data?.losses };
  return (
    <Panel
      title={t("discord.preview.title")}
      aside={
        data && !error ? (
          <span className="hint">{t("discord.preview.as_of", { time: format.ago(data.readAt, now) })}</span>
        ) : null
      }
      actions={
        <>
          <Button pending={isValidating} onClick={refresh}>
            {t("discord.preview.refresh")}
          </Button>
          {data && !error && countOf.all > 0 ? (
            <SegmentedRadio
              label={t("discord.preview.which")}
              value={which}
              options={SHOWN.map((value) => ({
                value,
                label: t(`discord.preview.${value}`),
                count: format.number(countOf[value] ?? 0),
              }))}
              onChange={setWhich}
            />
          ) : null}
          <SyncButton label={t("discord.sync.action")} sync={{ ...sync, run: () => sync.run({}) }} />
        </>
      }
    >
      {error ? (
        <ErrorState
          error={error}
          onRetry={refresh}
          title={t("discord.preview.failed")}
          action={
            isBotMissing ? <ButtonLink to="/discord-bots">{t("discord.preview.bots")}</ButtonLink> : undefined
          }
        />
      ) : !data ? (
        <div aria-busy="true">
          <LoadingRows rows={4} />
        </div>
      ) : countOf.all === 0 ? (
        <p className="px-[18px] py-3.5 text-ink-2">
          {t("discord.preview.nothing")} {t("discord.preview.kept", { kept: data.kept })}
        </p>
      ) : (
        <>
          <ul aria-busy={isValidating} className={cx("transition-opacity", isValidating && "opacity-60")}>
            {groups.map((group) => (
              <GroupRow key={JSON.stringify([group.from, group.to, group.reason])} group={group} />
            ))}
          </ul>
          {groups.length === 0 ? (
            <p className="px-[18px] py-6 text-ink-2">{t("discord.preview.nobody")}</p>
          ) : null}
          <p className="note">{t("discord.preview.kept", { kept: data.kept })}</p>
        </>
      )}
    </Panel>
  );
}

const COUNT = "row-span-2 self-start figure text-lg leading-[1.4] max-md:row-span-3";
/** Users whose pictures a closed group shows. */
const FACES = 3;

function GroupRow({ group }: { group: PreviewGroup }) {
  const t = useT();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { isLoss, from, to, count, people } = group;
  const [first] = people;
  const hidden = count - people.length;
  return (
    <li className="border-t border-line first:border-t-0">
      <div className="grid grid-cols-[42px_minmax(0,1fr)_minmax(0,1fr)_28px] items-center gap-x-3.5 gap-y-0.5 py-3 pr-3 pl-[18px] max-md:grid-cols-[38px_minmax(0,1fr)_28px] max-md:pl-4">
        <span className={cx(COUNT, isLoss ? "text-stop" : "text-go")}>
          {isLoss ? "−" : "+"}
          {format.number(count)}
          <span className="sr-only"> {t(isLoss ? "discord.preview.lose" : "discord.preview.gain")}</span>
        </span>
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="flex gap-[3px] max-md:hidden">
            {people.slice(0, FACES).map(({ discordId, name, avatarUrl }) => (
              <Avatar key={discordId} name={name} src={avatarUrl} size="s" />
            ))}
          </span>
          <span className="truncate font-book">
            {t("discord.preview.people", { name: first?.name ?? "", more: count - 1 })}
          </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 max-md:col-[2/-1] max-md:row-start-2">
          {from === null ? (
            <span className="hint">{t("discord.preview.no_role")}</span>
          ) : (
            <s className="text-ink-2">{from}</s>
          )}
          <ArrowRightIcon size={14} className="text-ink-3" />
          <b className="font-book">{to ?? t("discord.preview.left_server")}</b>
        </span>
        <IconButton
          size="s"
          className="max-md:col-start-3 max-md:row-start-1"
          label={t(isOpen ? "discord.preview.hide" : "discord.preview.show", { count })}
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          onClick={() => setIsOpen(!isOpen)}
        />
        <p className="col-[2/4] text-md text-ink-2 max-md:col-[2/-1] [&_b]:font-book [&_b]:text-ink">
          <Reason group={group} />
        </p>
      </div>
      {isOpen ? (
        <ul
          id={listId}
          className="grid grid-cols-[repeat(auto-fill,minmax(170px,1fr))] gap-x-4 gap-y-1.5 pr-[18px] pb-3.5 pl-[74px] max-md:pl-[70px]"
        >
          {people.map(({ discordId, name, avatarUrl }) => (
            <li key={discordId} className="flex min-w-0 items-center gap-2 text-md">
              <Avatar name={name} src={avatarUrl} size="s" />
              <span className="truncate">{name}</span>
            </li>
          ))}
          {hidden > 0 ? <li className="hint">{t("discord.preview.more", { hidden })}</li> : null}
        </ul>
      ) : null}
    </li>
  );
}

const at = (name: string) => <b key={name}>@{name}</b>;

function Reason({ group }: { group: PreviewGroup }) {
  const t = useT();
  const format = useFormat();
  const { reason } = group;
  switch (reason.kind) {
    case "new":
      return t.rich("discord.reason.new", { role: at(reason.with) });
    case "given":
      return t.rich("discord.reason.given", { role: at(reason.given) });
    case "lost":
      return reason.still === null
        ? t.rich("discord.reason.lost", { role: at(reason.lost) })
        : t.rich("discord.reason.lost_still", { role: at(reason.lost), still: at(reason.still) });
    case "deleted":
      return t.rich("discord.reason.deleted", { role: at(reason.role), from: reason.from });
    case "unmapped": {
      const { role, from, by } = reason;
      return by === null
        ? t.rich("discord.reason.unmapped", { role: at(role), from })
        : t.rich("discord.reason.unmapped_by", {
            role: at(role),
            from,
            by,
            time: format.dayWithin(reason.at),
          });
    }
    case "ranks":
      return t("discord.reason.ranks", { above: reason.above, below: reason.below });
    case "maps":
      return t.rich("discord.reason.maps", { role: at(reason.role), to: reason.to });
    case "none":
      return t("discord.reason.none");
    case "left":
      return t("discord.reason.left");
  }
}
