import {
  MESSAGE_LENGTH,
  type Message,
  type ProspectApplication,
} from "../../../../worker/features/joining/joining.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { NoteIcon } from "../../../ui/icons.tsx";
import { Thread } from "../../../ui/thread.tsx";
import { Time } from "../../../ui/time.tsx";
import { AnswerList } from "../../forms/index.ts";
import { never, writtenOf } from "../thread-parts.ts";
import { useAnswering } from "./review.api.ts";
import TemplateMenu from "./template-menu.tsx";
import { TimeTool } from "./time-tool.tsx";

type Admission = NonNullable<ProspectApplication["admission"]>;
type Props = {
  application: ProspectApplication & { admission: Admission };
  prospectId: number;
  name: string;
};

/** What was typed to applicants and not sent, by application: it stays while the officer reads others. */
const typed = new Map<number, string>();

/** What an applicant answered, and the messages with them, for officers. */
export default function Review({ application, prospectId, name }: Props) {
  return (
    <>
      <Answers application={application} />
      <Conversation {...{ application, prospectId, name }} />
    </>
  );
}

function Answers({ application }: Pick<Props, "application">) {
  const t = useT();
  const format = useFormat();
  const { admission, content, verifiedHandle } = application;
  const { answers, corrections, sentAt, isPurged, purgedOn } = admission;
  const hasAnswers = content !== null && Object.keys(answers).length > 0;
  return (
    <section className="pad-wide pt-3 pb-2" aria-labelledby="application">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id="application" className="label">
          {t("review.application")}
        </h3>
        {sentAt ? (
          <Time at={sentAt} className="hint">
            {t("review.sent", { when: format.dayWithin(sentAt), number: admission.formNumber })}
          </Time>
        ) : null}
      </header>
      {hasAnswers ? (
        <AnswerList {...{ content, answers, corrections, verifiedHandle }} className="mt-1" />
      ) : (
        <p className="py-3 text-ink-2">{t("review.deleted")}</p>
      )}
      {purgedOn && !isPurged ? (
        <p className="border-t border-line pt-2.5 hint">
          {t("review.purged", { day: format.longDay(purgedOn) })}
        </p>
      ) : null}
    </section>
  );
}

/** The ends of an application, each with a sentence. */
const ENDS = { accepted: true, declined: true, withdrawn: true } as const;

function Conversation({ application, prospectId, name }: Props) {
  const t = useT();
  const { user } = useUser();
  const { admission, messages, can, decidedBy, language } = application;
  const { id, status, sentAt, words, decidedAt } = admission;
  const { note, send } = useAnswering(prospectId);
  const isEnded = status in ENDS;
  const lastOfOfficers = messages.findLast(({ isTheirs }) => !isTheirs)?.id ?? 0;
  const ended = isEnded
    ? t(`review.ended.${status as keyof typeof ENDS}`, { by: decidedBy ?? "", name })
    : t("review.door_off");
  return (
    <section className="border-t border-line" aria-label={t("review.thread", { name })}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 pad-wide pt-3">
        <h3 className="label">{t("review.thread", { name })}</h3>
        <span className="hint">{t("review.reads", { name })}</span>
      </header>
      <div className="md:px-1">
        <Thread
          messages={messages.map((each) =>
            writtenOf(each, isOwn(each, user?.displayName) ? (user?.id ?? 0) : 0),
          )}
          events={[
            ...(sentAt
              ? [{ at: sentAt, icon: <NoteIcon size={13} />, text: t("review.applied", { name }) }]
              : []),
            ...(isEnded && decidedAt
              ? [
                  {
                    at: decidedAt,
                    icon: <NoteIcon size={13} />,
                    text: (
                      <>
                        {ended}
                        {words ? <q className="mt-1 block whitespace-pre-line text-ink">{words}</q> : null}
                      </>
                    ),
                  },
                ]
              : []),
          ]}
          empty={null}
          maxLength={MESSAGE_LENGTH}
          reasonLength={MESSAGE_LENGTH}
          label={t("review.answer", { name })}
          hint={
            can.write
              ? note && (
                  <span role="status" className="text-wait">
                    {note}
                  </span>
                )
              : isEnded
                ? t("review.over")
                : ended
          }
          kept={{ text: typed.get(id) ?? "", keep: (text) => typed.set(id, text) }}
          tools={(insert, text) => (
            <>
              <TemplateMenu {...{ name, language }} onPick={insert} />
              <TimeTool text={text} onPick={insert} />
            </>
          )}
          onSend={can.write ? (text, key) => send(id, { text, after: lastOfOfficers }, key) : undefined}
          onEdit={never}
          onDelete={never}
          onRemove={never}
        />
      </div>
    </section>
  );
}

const isOwn = ({ isTheirs, author }: Message, own: string | undefined) => !isTheirs && author?.name === own;
