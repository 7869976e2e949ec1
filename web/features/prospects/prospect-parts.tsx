import { Link } from "react-router";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { usePresenceText } from "../../lib/use-presence-text.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ArrowRightIcon, MoreIcon, PersonIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { useCrm } from "./crm-context.ts";
import { presenceOf } from "./record/presence.ts";
import { movesOf } from "./steps/moves.ts";

/** Picture with presence, name as the link that opens the dialog, and the game tag. */
export function Identity({ prospect }: { prospect: Prospect }) {
  const { now, linkTo, onOpen } = useCrm();
  const presence = presenceOf(prospect, [], now);
  const label = usePresenceText()(presence);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar
        name={prospect.displayName}
        src={prospect.avatarUrl}
        presence={presence.kind === "unknown" ? null : { tone: presence.tone, label }}
      />
      <span className="min-w-0 leading-[1.3]">
        <Link
          {...linkTo(prospect)}
          draggable={false}
          data-open=""
          className="-my-[3px] block truncate py-[3px] font-book outline-none after:absolute after:inset-0 after:rounded-[inherit] focus-visible:after:outline-2 focus-visible:after:outline-ice"
          onClick={() => onOpen(prospect)}
        >
          {prospect.displayName}
        </Link>
        <span className="block truncate hint">@{prospect.username}</span>
      </span>
    </span>
  );
}

/** The deadline in words, in its colour, with the exact time to be had by pointing at it. */
export function Due({ deadline }: { deadline: string | null }) {
  const { now } = useCrm();
  const format = useFormat();
  const { text, tone } = format.deadline(deadline, now);
  if (!deadline) return <span className="hint">{text}</span>;
  return (
    <time
      dateTime={deadline}
      title={format.dateTime(deadline)}
      className={cx(TONE_TEXT[tone], "relative z-1 text-sm font-book")}
    >
      {text}
    </time>
  );
}

/** First line of the notes that says something. */
export function noteLine({ notes }: Pick<Prospect, "notes">): string | null {
  return notes?.split("\n").find((line) => line.trim() !== "") ?? null;
}

/** First line of the notes, else the presence in Discord where it is known. */
export function useOneLine(prospect: Prospect): string | null {
  const { now } = useCrm();
  const text = usePresenceText();
  const presence = presenceOf(prospect, [], now);
  return noteLine(prospect) ?? (presence.kind === "unknown" ? null : text(presence));
}

/** The assignee as a small picture that reassigns; the word Assign without one. */
export function AssigneeButton({ prospect, withName }: { prospect: Prospect; withName?: boolean }) {
  const t = useT();
  const { assignees, assign } = useCrm();
  const { assignedTo, can } = prospect;
  const name = assignees.get(assignedTo)?.displayName ?? t("prospect.somebody");
  const selector = `[data-prospect="${prospect.id}"] [data-assign]`;
  if (assignedTo === null) {
    return (
      <Button
        variant="quiet"
        size="s"
        data-assign=""
        className={cx("relative z-1 -my-1 -mr-1 h-6 px-1 font-normal", can.assign && "text-ice")}
        reason={can.assign ? null : t("prospect.blocked.assign")}
        onClick={() => assign(prospect, selector)}
      >
        {t("prospect.assign.confirm")}
        <span className="sr-only">{prospect.displayName}</span>
      </Button>
    );
  }
  const face = <Avatar size="s" name={name} src={assignees.get(assignedTo)?.avatarUrl} />;
  if (withName) {
    return (
      <span className="flex min-w-0 items-center gap-2">
        {face}
        <span className="truncate">{name}</span>
      </span>
    );
  }
  const label = t(can.assign ? "prospects.reassign_label" : "prospects.assigned_to", { name });
  return (
    <Button
      variant="quiet"
      size="s"
      title={label}
      data-assign=""
      className="icon relative z-1 -my-1 -mr-1"
      reason={can.assign ? null : t("prospect.blocked.assign")}
      onClick={() => assign(prospect, selector)}
    >
      {face}
      <span className="sr-only">{label}</span>
    </Button>
  );
}

/** Everything that can be done with a prospect without opening it: the moves of the board among them. */
export function ProspectMenu({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const { assign, take, reasonOf } = useCrm();
  const { id, can, assignedTo, displayName } = prospect;
  const selector = `[data-prospect="${id}"] [data-menu]`;
  return (
    <Menu
      trigger={
        <IconButton
          label={t("prospects.menu", { name: displayName })}
          icon={<MoreIcon />}
          size="s"
          data-menu=""
          className="relative z-1 -my-0.5 -mr-1"
        />
      }
    >
      {movesOf(prospect).map((move) => (
        <MenuItem
          key={move.kind}
          icon={<ArrowRightIcon />}
          danger={move.kind === "withdraw" || move.kind === "make_inactive"}
          reason={reasonOf(move)}
          onSelect={() => take(prospect, move, selector)}
        >
          {t(`prospect.move.${move.kind}.action`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<PersonIcon />}
        reason={can.assign ? null : t("prospect.blocked.assign")}
        onSelect={() => assign(prospect, selector)}
      >
        {t(assignedTo === null ? "prospect.assign.confirm" : "prospect.assign.reassign")}
      </MenuItem>
    </Menu>
  );
}
