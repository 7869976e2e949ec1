import { useRef } from "react";
import type { Event } from "../../../worker/features/events/events.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Link } from "../../ui/link.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import type { AgendaList } from "./address.ts";
import { untilText } from "./clock.ts";
import { dayOf } from "./days.ts";
import { Description, Lead, Places, TEXT_BUTTON, WhenWhere } from "./event-parts.tsx";
import { events, useAnswer } from "./events.api.ts";
import { OwnAnswer } from "./own-answer.tsx";
import { Slots } from "./slots.tsx";

const CARD = "mb-[26px] panel grid min-[1101px]:grid-cols-[minmax(0,1fr)_minmax(0,560px)]";
const CREW =
  "max-[1100px]:border-t max-md:pt-3.5 min-[1101px]:col-start-2 min-[1101px]:row-start-1 min-[1101px]:border-l";

export const CARD_SKELETON = (
  <div className={CARD}>
    <div className="grid content-start gap-3 px-[22px] pt-5 pb-7 max-md:p-4">
      <Skeleton className="h-[22px] w-48" />
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="mt-2 h-9 w-56" />
      <SkeletonLines lines={3} />
    </div>
    <div className={`border-line pad-wide pt-5 pb-3 ${CREW}`}>
      <SkeletonLines lines={6} />
    </div>
  </div>
);

/** The next event, with its slots and the reader's answer to it. */
export function NextCard({ event, now, list }: { event: Event; now: number; list: AgendaList }) {
  const t = useT();
  const slots = useRef<HTMLHeadingElement>(null);
  const { data } = events.useOne(event.id);
  const shown = data ?? event;
  const answering = useAnswer(shown);
  const { id, title, description } = shown;
  // On phones the agenda follows, and the slots are in the event's dialog.
  const isSlotsElsewhere = useMedia(PHONE) && shown.slots.length > 0;
  const open = list.linkTo({ event: id }, `[data-event="${id}"] [data-open]`);
  return (
    <article aria-labelledby={`next-${id}`} data-event={id} className={CARD}>
      <div className="min-w-0 px-[22px] pt-5 pb-5 max-md:p-4">
        <Lead event={shown} now={now} next={untilText(t, shown, now)} />
        <h2
          id={`next-${id}`}
          data-day={dayOf(shown.startsAt)}
          tabIndex={-1}
          className="mt-2.5 font-display text-xl leading-[1.25] font-semibold text-balance [overflow-wrap:anywhere] max-md:text-[19px]"
        >
          <Link {...open} data-open="" className="rounded-s underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        <WhenWhere event={shown} now={now} />
        <Description text={description} lines="line-clamp-5 max-md:line-clamp-2" />
        <Places
          event={shown}
          link={
            <Link {...open} className={`inline-flex items-center ${TEXT_BUTTON}`}>
              {t("events.see_everyone")}
            </Link>
          }
        />
      </div>
      <OwnAnswer
        event={shown}
        answering={answering}
        slots={isSlotsElsewhere ? open.to : slots}
        className="min-h-[53px] pad-wide py-3 min-[1101px]:col-span-2 min-[1101px]:row-start-2"
      />
      {isSlotsElsewhere ? null : (
        <Slots event={shown} answering={answering} heading={slots} className={CREW} />
      )}
    </article>
  );
}
