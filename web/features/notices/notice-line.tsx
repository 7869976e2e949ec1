import { Link } from "react-router";
import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Time } from "../../ui/time.tsx";
import { answerNotice } from "./notices.api.ts";

const LINE = "flex items-start gap-3 px-[18px] py-2.5";

export const keyOf = ({ id, kind }: Notice) => `${id} ${kind}`;

/** A notice as a list item. @param onOpen called when its page is opened */
export function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { text, opens, createdAt, dueAt, isRead, needsAnswer } = notice;
  const due = dueAt === null ? null : format.deadline(dueAt, now);
  const words = (
    <span className="min-w-0 flex-1">
      <span className="block leading-[1.45] [overflow-wrap:anywhere]">{text}</span>
      <span className="text-md text-ink-2">
        {due ? (
          <>
            <span className={needsAnswer ? TONE_TEXT[due.tone] : undefined}>{due.text}</span>
            {", "}
            <Time at={dueAt ?? ""}>{t("notices.due", { when: format.dayWithin(dueAt) })}</Time>
            {" · "}
          </>
        ) : null}
        <Time at={createdAt}>{format.ago(createdAt, now)}</Time>
      </span>
    </span>
  );
  if (needsAnswer)
    return (
      <li className="border-t border-line px-[18px] py-2.5">
        {words}
        <Answers notice={notice} onOpen={onOpen} />
      </li>
    );
  const content = (
    <>
      {words}
      {isRead ? null : (
        <span className="mt-1.5 size-2 flex-none rounded-full bg-ink">
          <span className="sr-only">{t("notices.unread")}</span>
        </span>
      )}
    </>
  );
  return (
    <li className="border-t border-line">
      {opens === null ? (
        <div className={LINE}>{content}</div>
      ) : (
        <Link to={opens} className={`${LINE} -outline-offset-2 hover:bg-rail`} onClick={onOpen}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** The actions on a notice: its answers, and the link to its page. Each names its notice to a screen reader. */
function Answers({ notice, onOpen }: { notice: Notice; onOpen?: (() => void) | undefined }) {
  const t = useT();
  const { text, answers, opens, openLabel } = notice;
  const give = useAction(answerNotice, {
    done: (_, { label }) => ({ title: t("notices.answered", { label }), description: text }),
    failed: t("notices.not_answered"),
  });
  const label = openLabel ?? t("notices.open");
  if (answers.length === 0 && opens === null) return null;
  return (
    <span className="mt-2 flex flex-wrap gap-2">
      {answers.map((answer) => (
        <Button
          key={answer.path + answer.label}
          size="s"
          aria-label={`${answer.label}: ${text}`}
          pending={give.running?.[0].label === answer.label}
          onClick={() => void give.run(answer)}
        >
          {answer.label}
        </Button>
      ))}
      {opens === null ? null : (
        <ButtonLink
          to={opens}
          size="s"
          {...(answers.length > 0 ? { variant: "quiet" as const } : {})}
          aria-label={`${label}: ${text}`}
          onClick={onOpen}
        >
          {label}
        </ButtonLink>
      )}
    </span>
  );
}
