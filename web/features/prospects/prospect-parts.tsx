import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { isOpenStage } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../lib/list.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge, TONE_TEXT } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ArrowRightIcon, MoreIcon, PersonIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Time } from "../../ui/time.tsx";
import type { useCrmAddress } from "./address.ts";
import { DeadlineMenu } from "./fields/deadline-menu.tsx";
import { noteLine } from "./list/order.ts";
import { prospects, type useAssignees } from "./prospects.api.ts";
import { useProspectPresence } from "./record/presence.ts";
import { STATUS_TONE } from "./stages.ts";
import { movesOf } from "./steps/moves.ts";
import { MoveItems, type useMoves } from "./steps/stage-actions.tsx";
import { TestMark } from "./test-mark.tsx";
import { Uncovered } from "./uncovered.tsx";

type Crm = {
  list: ReturnType<typeof useCrmAddress>;
  /** The query of the lists, without the stage. */
  query: ListQuery;
  /** Opens the form for a new prospect; undefined for users who may not add one. */
  add: (() => void) | undefined;
  take: ReturnType<typeof useMoves>["take"];
  assign: (prospect: Prospect, returnFocus: string) => void;
  setDeadline: (prospect: Prospect, deadline: string | null) => void;
  /** Asks for any date and time as the deadline. */
  askDeadline: (prospect: Prospect, returnFocus: string) => void;
  assignees: ReturnType<typeof useAssignees>;
};

export const CrmContext = createContext<Crm | null>(null);

export function useCrm(): Crm {
  const crm = use(CrmContext);
  if (!crm) throw new Error("Outside the CRM page");
  return crm;
}

/** Picture with presence, name as the link that opens the dialog, and the username. */
export function Identity({ prospect }: { prospect: Prospect }) {
  const { list } = useCrm();
  const { dot } = useProspectPresence(prospect);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar name={prospect.displayName} src={prospect.avatarUrl} presence={dot} />
      <span className="min-w-0 leading-[1.3]">
        <Link
          {...list.linkTo({ prospect: prospect.id })}
          draggable={false}
          data-open=""
          className="-my-[3px] block truncate py-[3px] covers font-book md:max-lg:[overflow-wrap:anywhere] md:max-lg:whitespace-normal after:rounded-[inherit] focus-visible:after:outline-offset-0"
          onClick={() => void prospects.show(prospect)}
        >
          {prospect.displayName}
        </Link>
        <span className="flex min-w-0 items-center gap-1.5">
          {prospect.username === prospect.displayName ? null : (
            <span className="truncate hint">@{prospect.username}</span>
          )}
          {prospect.isTest ? <TestMark /> : null}
        </span>
      </span>
    </span>
  );
}

/** The deadline in words, in its colour, which opens the menu of deadlines; nothing where there can be none. */
export function Due({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const { setDeadline, askDeadline } = useCrm();
  const { id, deadline, stage, can, displayName: name } = prospect;
  const { text, tone } = useFormat().deadline(deadline, useNow());
  if (!deadline && !isOpenStage(stage)) return <span />;
  const words = deadline ? (
    <Time at={deadline} className={cx(TONE_TEXT[tone], "text-sm font-book")}>
      {text}
    </Time>
  ) : (
    <span className="hint">{text}</span>
  );
  if (!can.update || !can.setDeadline) return <span className="relative z-1">{words}</span>;
  return (
    <DeadlineMenu
      trigger={
        <Button
          variant="quiet"
          size="s"
          data-due=""
          aria-keyshortcuts="d"
          aria-label={t("prospect.deadline_label", { deadline: text, name })}
          className="relative z-1 -mx-1.5 -my-0.5 h-6 px-1.5 font-normal"
        >
          {words}
        </Button>
      }
      mayClear={deadline !== null}
      onPick={(next) => setDeadline(prospect, next)}
      onOther={() => askDeadline(prospect, `[data-prospect="${id}"] [data-due]`)}
    />
  );
}

/** The assignee as a picture, `withName` beside it, that opens the dialog of reassignment; the word Assign without one. */
export function AssigneeButton({ prospect, withName }: { prospect: Prospect; withName?: boolean }) {
  const t = useT();
  const { assignees, assign } = useCrm();
  const { id, can, displayName } = prospect;
  const { displayName: name = t("prospect.somebody"), avatarUrl } = assignees.get(prospect.assignedTo) ?? {};
  const isAssigned = prospect.assignedTo !== null;
  const label = t(can.assign ? "prospects.reassign_label" : "prospects.assigned_to", { name });
  const face = <Avatar size="s" name={name} src={avatarUrl} />;
  const look = !isAssigned
    ? cx("-my-1 h-6 px-1 font-normal", withName ? "-ml-1" : "-mr-1", can.assign && "text-ice")
    : withName
      ? "-mx-1.5 -my-1 max-w-full px-1.5 text-base font-normal text-ink"
      : "icon -my-1 -mr-1";
  return (
    <Button
      variant="quiet"
      size="s"
      title={isAssigned ? label : undefined}
      data-assign=""
      aria-keyshortcuts="a"
      className={cx("relative z-1", look)}
      reason={can.assign ? null : t("prospect.blocked.no_permission")}
      onClick={() => assign(prospect, `[data-prospect="${id}"] [data-assign]`)}
    >
      {isAssigned ? face : t("prospect.assign.confirm")}
      {isAssigned && withName ? (
        <span className="truncate leading-normal">{name}</span>
      ) : (
        <span className="sr-only">{isAssigned ? label : displayName}</span>
      )}
    </Button>
  );
}

/** Says that the prospect is uncovered, with the button that opens the dialog of reassignment. */
export function UncoveredLine(props: { prospect: Prospect; className?: string }) {
  const t = useT();
  const { assignees, assign } = useCrm();
  const { prospect } = props;
  const name = assignees.get(prospect.assignedTo)?.displayName ?? t("prospect.somebody");
  const returnFocus = `[data-prospect="${prospect.id}"] [data-hand-over]`;
  return <Uncovered {...props} name={name} onHandOver={() => assign(prospect, returnFocus)} />;
}

export function ProspectMenu({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const { assign, take } = useCrm();
  const { can, assignedTo } = prospect;
  const returnFocus = `[data-prospect="${prospect.id}"] [data-menu]`;
  return (
    <Menu
      trigger={
        <IconButton
          label={t("prospect.menu", { name: prospect.displayName })}
          icon={<MoreIcon />}
          size="s"
          data-menu=""
          aria-keyshortcuts="e"
          className="relative z-1 -my-0.5 -mr-1"
        />
      }
    >
      <MoveItems {...{ prospect, take, returnFocus }} moves={movesOf(prospect)} icon={<ArrowRightIcon />} />
      <MenuSeparator />
      <MenuItem
        icon={<PersonIcon />}
        reason={can.assign ? null : t("prospect.blocked.no_permission")}
        onSelect={() => assign(prospect, returnFocus)}
      >
        {t(assignedTo === null ? "prospect.assign.confirm" : "prospect.assign.reassign")}
      </MenuItem>
    </Menu>
  );
}

export function ProspectCard(
  props: ComponentProps<"article"> & {
    prospect: Prospect;
    /** The button that lifts the card with the keyboard. */
    grip?: ReactNode;
    /** The checkbox that selects the card, over its picture. */
    box?: ReactNode;
    /** Among those of several stages. */
    isMixed?: boolean;
  },
) {
  const t = useT();
  const format = useFormat();
  const { list } = useCrm();
  const { prospect, grip, box, isMixed, className, ...article } = props;
  const { deadline, status } = prospect;
  const line = noteLine(prospect);
  return (
    <article
      {...article}
      data-prospect={prospect.id}
      className={cx(
        "group relative @container rounded-m border bg-deck p-3 transition-[border-color] hover:border-line-strong has-checked:border-ice",
        list.address.prospect === prospect.id
          ? "border-ice shadow-[0_0_0_3px_var(--ice-dim)]"
          : "border-line",
        className,
      )}
    >
      {box}
      {/* In a wide column all of it is one line, as in a list. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 @min-[420px]:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
        <Identity prospect={prospect} />
        <span className="flex justify-self-end self-start @min-[420px]:order-last @min-[420px]:self-center">
          {grip}
          <ProspectMenu prospect={prospect} />
        </span>
        <span className="flex min-h-[22px] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @max-[419px]:mt-2.5">
          {isMixed || status !== prospect.stage ? (
            <Badge tone={STATUS_TONE[status]}>{t(`status.${status}`)}</Badge>
          ) : null}
          <Due prospect={prospect} />
          {deadline ? <span className="hint">{format.moment(deadline)}</span> : null}
        </span>
        <span className="@max-[419px]:mt-2.5">
          <AssigneeButton prospect={prospect} />
        </span>
      </div>
      {line ? (
        <p className="mt-[9px] line-clamp-2 text-sm text-ink-2 [overflow-wrap:anywhere]">{line}</p>
      ) : null}
      <UncoveredLine prospect={prospect} className="mt-1.5" />
    </article>
  );
}
