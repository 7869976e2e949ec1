import { type ReactNode, type RefObject, useState } from "react";
import { cx } from "../../lib/cx.ts";
import { dayOf } from "../../lib/date-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { MoreIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { LeaveDialog } from "../leave/index.ts";
import type { Answering } from "./events.api.ts";
import { placesOf, type Shown } from "./places.ts";
import { Standing } from "./standing-badge.tsx";

/** The button that signs the reader up for an event without slots; blocked with its reason. */
export function JoinButton(props: { event: Shown; answering: Answering; isPrimary?: boolean }) {
  const t = useT();
  const { event, answering, isPrimary = false } = props;
  const { can, why, title, hasWaitingList } = event;
  const { isFull } = placesOf(event);
  const label = t(isFull && hasWaitingList ? "events.join_waiting" : "events.join");
  const reason = can.answer ? isFull && !hasWaitingList && t("events.all_taken") : why.answer;
  return (
    <Button
      size="s"
      variant={isPrimary ? "primary" : "default"}
      data-join=""
      aria-label={t("events.named", { label, title })}
      reason={reason}
      onClick={() => answering.join(null, isFull)}
    >
      {label}
    </Button>
  );
}

/** The reader's own answer to an event, with the ways to change it. */
export function OwnAnswer(props: {
  event: Shown;
  answering: Answering;
  /** The heading of the slots on this page, or the path of the page that has them. */
  slots: RefObject<HTMLHeadingElement | null> | string;
  isPrimary?: boolean;
  className?: string;
  /** Before the ways to change it. */
  children?: ReactNode;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { user } = useUser();
  const [isAway, setAway] = useState(false);
  const { event, answering, isPrimary = false, className } = props;
  const { own, slots, can, why, status } = event;
  const { standing } = answering;
  const isOpen = status === "upcoming" || status === "ongoing";
  if (!isOpen) return null;
  const isGoing = standing === "going" || standing === "waiting";
  const slot = slots.find(({ id }) => id === own?.slotId);
  const heading = props.slots;
  const toSlots = t(isGoing ? "events.change_slot" : "events.choose_slot");
  const place = slot?.ship ? t("events.slot_on", { slot: slot.name, ship: slot.ship }) : slot?.name;
  const since = own && isGoing ? format.shortDate(own.answeredAt) : null;
  const sentence = !since
    ? null
    : place
      ? t("events.own_as", { place, since })
      : t("events.own_since", { since });
  return (
    <div
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-2 gap-y-2.5 border-t border-line",
        className,
      )}
    >
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5 text-md text-ink-2 md:flex-1 md:basis-60">
        <Standing event={event} />
        {standing ? (
          <span className={cx("[overflow-wrap:anywhere]", isPhone && isGoing && !place && "sr-only")}>
            {(isPhone && place) || sentence}
          </span>
        ) : can.answer ? (
          t("events.not_answered")
        ) : (
          why.answer
        )}
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:gap-1.5">
        {props.children ? <span className="max-md:order-last">{props.children}</span> : null}
        {slots.length === 0 || !can.answer ? null : typeof heading === "string" ? (
          <ButtonLink to={heading} size="s" variant={isPrimary ? "primary" : "default"}>
            {toSlots}
          </ButtonLink>
        ) : (
          <Button
            size="s"
            onClick={() => {
              heading.current?.scrollIntoView({ block: "nearest" });
              heading.current?.focus({ preventScroll: true });
            }}
          >
            {toSlots}
          </Button>
        )}
        {isGoing ? (
          <>
            <Button size="s" onClick={answering.leave}>
              {t("events.leave")}
            </Button>
            <Menu trigger={<IconButton size="s" label={t("events.other_answers")} icon={<MoreIcon />} />}>
              {can.answer ? (
                <MenuItem onSelect={() => answering.say("maybe")}>{t("events.maybe")}</MenuItem>
              ) : null}
              <MenuItem onSelect={() => answering.say("declined")}>{t("events.declined")}</MenuItem>
              <MenuItem onSelect={() => setAway(true)}>{t("events.away")}</MenuItem>
            </Menu>
          </>
        ) : can.answer ? (
          <>
            {slots.length === 0 ? <JoinButton {...{ event, answering, isPrimary }} /> : null}
            {(["maybe", "declined"] as const).map((answer) =>
              standing === answer ? null : (
                <Button key={answer} size="s" variant="quiet" onClick={() => answering.say(answer)}>
                  {t(`events.${answer}`)}
                </Button>
              ),
            )}
            <Button size="s" variant="quiet" onClick={() => setAway(true)}>
              {t("events.away")}
            </Button>
          </>
        ) : null}
      </span>
      {isAway && user ? (
        <LeaveDialog
          userId={user.id}
          days={{ from: dayOf(new Date(event.startsAt)), to: dayOf(new Date(event.endsAt)) }}
          onClose={() => setAway(false)}
        />
      ) : null}
    </div>
  );
}
