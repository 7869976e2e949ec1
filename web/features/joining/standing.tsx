import { useState } from "react";
import { useNavigate } from "react-router";
import { MESSAGE_LENGTH, type OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { timesIn, timestamp } from "../../../worker/lib/times.schema.ts";
import { useAction } from "../../lib/action.ts";
import { calendarDays, DATE_FORMATS } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { createSendKeys } from "../../lib/send-keys.ts";
import { reloadUser } from "../../lib/session.tsx";
import { inDays, withUnit } from "../../lib/units.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DiscordIcon, NoteIcon } from "../../ui/icons.tsx";
import { useDocumentTitle } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Thread } from "../../ui/thread.tsx";
import { Tracker } from "../../ui/tracker.tsx";
import { application } from "./joining.api.ts";
import { OwnAnswers } from "./own-answers.tsx";
import { standOf, stateOf, TONES } from "./stand.ts";
import { Steps } from "./steps.tsx";
import { never, writtenOf } from "./thread-parts.ts";
import { InviteLink, Unmet } from "./unmet.tsx";

type Admission = NonNullable<OwnAdmission["admission"]>;
type Props = { own: OwnAdmission; admission: Admission };

function Progress({ own }: { own: OwnAdmission }) {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { steps, officer } = own;
  const now = steps.findIndex(({ state }) => state === "now");
  const current = now < 0 ? steps.length : now;
  const captionOf = ({ key, at }: OwnAdmission["steps"][number]) => {
    if (key === "read" && officer) return officer.name;
    if (key === "received" && at) return format.moment(at);
    return t(`joining.caption.${key}`);
  };
  const shown = steps.map((step) => ({
    key: step.key,
    name: t(`joining.step.${step.key}`),
    caption: captionOf(step),
    state: step.state,
    isDone: step.state === "done",
  }));
  if (!isPhone) return <Tracker steps={shown} current={current} className="pad-wide pt-1 pb-5" />;
  const label = t("tracker.progress", { step: Math.min(current + 1, steps.length), of: steps.length });
  return <Steps label={label} steps={shown} className="pad-wide pb-3" />;
}

/** The name of the officer who wrote last, or else has the application; undefined for nobody. */
const writerTo = ({ messages, officer }: OwnAdmission) =>
  messages.findLast(({ isTheirs }) => !isTheirs)?.author?.name ?? officer?.name;

/** Where the application stands, in a sentence, with the day to expect or what the applicant can do. */
function Head({ own, admission }: Props) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const navigate = useNavigate();
  const { status, words, retryOn, purgedOn, isPurged } = admission;
  const stand = standOf(own);
  const again = useAction(() => application.again(own), { failed: t("joining.again_failed") });
  const board = () => reloadUser().then(() => navigate("/"));
  const days = own.expectedBy === null ? null : calendarDays(own.expectedBy, now);
  const name = (stand === "asked" ? writerTo(own) : own.officer?.name) ?? "";
  const names = { name, organization: own.organization.name };
  const isEnded = status === "declined" || status === "withdrawn";
  return (
    <Panel aria-labelledby="standing">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pad-wide pt-5 pb-4">
        <div className="min-w-0 flex-[1_1_300px]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1
              id="standing"
              tabIndex={-1}
              className="font-display text-xl leading-tight font-semibold outline-none"
            >
              {t("joining.yours")}
            </h1>
            <Badge tone={TONES[stand]}>{t(`joining.is.${stateOf(stand)}`)}</Badge>
          </div>
          <p className="mt-1.5 max-w-[66ch] text-ink-2" role="status">
            {t(`joining.stands.${stand}`, names)}
          </p>
          {words ? (
            <q className="mt-2.5 block max-w-[66ch] whitespace-pre-line [overflow-wrap:anywhere]">{words}</q>
          ) : null}
          {isEnded && retryOn && !own.can.save ? (
            <p className="mt-2.5">{t("joining.retry", { day: format.longDay(retryOn) })}</p>
          ) : null}
          {isEnded && (isPurged || purgedOn) ? (
            <p className="mt-2.5 hint">
              {isPurged ? t("joining.gone") : t("joining.purged", { day: format.longDay(purgedOn ?? "") })}
            </p>
          ) : null}
          {status === "draft" ? <Unmet own={own} className="mt-3" /> : null}
        </div>
        {own.expectedBy && days !== null && stand !== "asked" ? (
          <p className="leading-[1.4] md:text-right">
            <span className="figure text-xl leading-tight md:block">
              {DATE_FORMATS.day(own.expectedBy, language)}
            </span>{" "}
            <span className="hint">
              {days < 0 ? t("joining.late") : t("joining.usually", { when: inDays(days) })}
            </span>
          </p>
        ) : null}
        {isEnded && own.can.save ? (
          <Button variant="primary" pending={again.pending} onClick={() => void again.run()}>
            {t("joining.again")}
          </Button>
        ) : null}
        {status === "accepted" ? (
          <Button variant="primary" onClick={() => void board()}>
            {t("joining.board")}
          </Button>
        ) : null}
      </div>
      {status === "sent" && own.steps.length > 0 ? <Progress own={own} /> : null}
    </Panel>
  );
}

/** The times that an officer proposes, each a button that answers with it. */
function Times({ own }: { own: OwnAdmission }) {
  const language = useLanguage();
  const t = useT();
  const now = useNow();
  const [keys] = useState(createSendKeys);
  const last = own.messages.at(-1);
  const answer = useAction(
    async (text: string) => {
      await application.write(text, keys.of(text));
      keys.renew();
    },
    { failed: t("thread.not_sent") },
  );
  if (!last || last.isTheirs) return null;
  return timesIn(last.text)
    .filter((at) => Date.parse(at) > now)
    .map((at) => (
      <Button
        key={at}
        size="s"
        pending={answer.running?.[0] === timestamp(at)}
        onClick={() => void answer.run(timestamp(at))}
      >
        {DATE_FORMATS.moment(at, language)}
      </Button>
    ));
}

function Conversation({ own, admission, user }: Props & { user: CurrentUser }) {
  const t = useT();
  const { messages, organization, can } = own;
  const isAsked = standOf(own) === "asked";
  const name = writerTo(own);
  const events = admission.sentAt
    ? [
        {
          at: admission.sentAt,
          icon: <NoteIcon size={13} />,
          text: t.rich("joining.sent_to", { name: <b className="font-semibold">{organization.name}</b> }),
        },
      ]
    : [];
  return (
    <Panel
      title={name ? t("joining.you_and", { name }) : t("joining.you_and_officers")}
      aside={<span className="hint">{t("joining.officers")}</span>}
      className="flex flex-col"
    >
      <Thread
        messages={messages.map((message) => writtenOf(message, message.isTheirs ? user.id : 0))}
        events={events}
        empty={null}
        isPrimary={isAsked}
        maxLength={MESSAGE_LENGTH}
        reasonLength={MESSAGE_LENGTH}
        label={isAsked && name ? t("joining.answer", { name }) : t("joining.write")}
        hint={can.write ? null : t("joining.silent")}
        tools={() => <Times own={own} />}
        onSend={can.write ? application.write : undefined}
        onEdit={never}
        onDelete={never}
        onRemove={never}
      />
    </Panel>
  );
}

type NextKey = "answer" | "wait" | "talk" | "evening" | "end";

function Next({ own }: { own: OwnAdmission }) {
  const t = useT();
  const stand = standOf(own);
  const first: NextKey[] =
    stand === "asked" ? ["answer"] : stand === "nobody" || stand === "read" ? ["wait"] : [];
  const textOf = (key: NextKey) => {
    if (key === "end") return t("joining.purge", { days: withUnit(own.purgeDays, "day") });
    return key === "evening" ? null : t(`joining.next.${key === "talk" ? "talk" : "wait"}_text`);
  };
  const items: NextKey[] = [...first, stand === "evening" ? "evening" : "talk", "end"];
  return (
    <Panel title={t("joining.next")}>
      <ol className="pad py-1">
        {items.map((key, at) => (
          <li
            key={key}
            className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 border-t border-line py-2.5 leading-[1.45] first:border-t-0"
          >
            <span
              aria-hidden="true"
              className="mt-px grid size-5 place-items-center rounded-full bg-rail font-display text-xs font-semibold text-ink-2"
            >
              {at + 1}
            </span>
            <span className="min-w-0">
              <b className="block font-book">{t(`joining.next.${key}`)}</b>
              <span className="block text-md text-ink-2 empty:hidden">{textOf(key)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Where a sent application stands, for its applicant. */
export default function Standing({ own, user }: { own: OwnAdmission; user: CurrentUser }) {
  const t = useT();
  useDocumentTitle(t("joining.yours"));
  const { admission, organization, isInServer } = own;
  if (!admission) return null;
  const { status } = admission;
  const isOpen = status === "sent";
  const hasThread = isOpen || own.messages.length > 0;
  const needsServer = organization.invite && !isInServer && (isOpen || status === "accepted");
  return (
    <div className="mx-auto grid max-w-[1160px] grid-cols-[minmax(0,1fr)] gap-[18px] p-7 max-md:p-4">
      <Head own={own} admission={admission} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_384px]">
        {hasThread ? <Conversation {...{ own, admission, user }} /> : null}
        {isOpen || needsServer ? (
          <div className="grid gap-[18px] lg:row-span-2">
            {isOpen ? <Next own={own} /> : null}
            {needsServer && organization.invite ? (
              <Panel className="grid grid-cols-[38px_minmax(0,1fr)] gap-x-3.5 pad py-4">
                <span className="grid size-[38px] place-items-center rounded-m bg-rail text-ink-2">
                  <DiscordIcon />
                </span>
                <div className="min-w-0">
                  <h2 className="mb-2.5">{t("joining.server")}</h2>
                  <InviteLink invite={organization.invite} />
                </div>
              </Panel>
            ) : null}
          </div>
        ) : null}
        <OwnAnswers own={own} admission={admission} />
      </div>
    </div>
  );
}
