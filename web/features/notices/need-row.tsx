import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { mutate } from "swr";
import { NEED_TOPICS } from "../../../worker/features/notices/need-topics.schema.ts";
import type { Need } from "../../../worker/features/notices/notices.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { BellIcon } from "../../ui/icons.tsx";
import { Time } from "../../ui/time.tsx";
import { NEEDS_PATH } from "./needs.api.ts";

type Act = Need["acts"][number];

/** The most records that the server counts; it says so of more. */
const COUNTED = 100;

export const keyOf = ({ kind, opens, text }: Need) => `${kind} ${opens} ${text}`;

/** Does what a need asks for in place. Also after a refusal the list is read again: another user may have done it. */
async function doAct({ method, path, body }: Act): Promise<void> {
  try {
    await request(path, { method, body });
  } finally {
    topicsChanged(NEED_TOPICS);
    await mutate(NEEDS_PATH);
  }
}

/**
 * What asks something of the user, as a list item with its number, its sentence and what can be done in place.
 * @param icon the one of its page, which the first page of a user does not load; a bell without it
 * @param isFirst draws it as the next thing to do, with the page's primary button
 * @param onOpen called when its page is opened
 */
export function NeedRow(props: {
  need: Need;
  icon?: ReactNode;
  isFirst?: boolean;
  onOpen?: (() => void) | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const navigate = useNavigate();
  const { need, icon = <BellIcon size={16} />, isFirst = false, onOpen } = props;
  const { count, text, line, opens, openLabel, acts, since, dueAt } = need;
  const run = useAction(doAct, {
    done: (_, { label }) => ({ title: t("notices.answered", { label }), description: text }),
    failed: t("notices.not_answered"),
  });
  const give = async (act: Act) => {
    if (!(await run.run(act)) || act.opens === null) return;
    onOpen?.();
    await navigate(act.opens);
  };
  const isSeveral = count > 1;
  // A day counts to its end, and the sentence names it.
  const isDay = dueAt?.length === 10;
  const due = dueAt === null ? null : format.deadline(isDay ? `${dueAt}T23:59:59` : dueAt, now);
  const shown = count === COUNTED ? `${count}+` : count;
  const label = openLabel ?? (isSeveral ? t("notices.see_all", { count: shown }) : t("notices.open"));
  const variant = (at: number) => (isFirst && at === 0 ? "primary" : "default");
  return (
    <li
      className={cx(
        "grid grid-cols-[40px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line pad py-3 @min-[620px]:grid-cols-[44px_minmax(0,1fr)_auto]",
        isFirst && "bg-rail",
      )}
    >
      {isSeveral ? (
        <span aria-hidden="true" className={cx("figure text-xl leading-none", due && TONE_TEXT[due.tone])}>
          {shown}
        </span>
      ) : (
        <span
          aria-hidden="true"
          className="inline-flex size-8 items-center justify-center rounded-full bg-line text-ink-2"
        >
          {icon}
        </span>
      )}
      <span className="min-w-0 leading-[1.45] [overflow-wrap:anywhere]">
        <span className="block font-book">
          {isSeveral ? (
            <>
              <span className="sr-only">{count} </span>
              {text.slice(text.indexOf(" ") + 1)}
            </>
          ) : (
            text
          )}
        </span>
        <span className="block text-md text-ink-2 empty:hidden">
          {line}
          {line && (due || since) ? " · " : null}
          {due ? (
            <>
              <span className={TONE_TEXT[due.tone]}>{due.text}</span>
              {isDay ? null : (
                <>
                  {" · "}
                  <Time at={dueAt ?? ""}>{format.moment(dueAt)}</Time>
                </>
              )}
            </>
          ) : since ? (
            <Time at={since}>{format.ago(since, now)}</Time>
          ) : null}
        </span>
      </span>
      <span className="col-start-2 flex flex-wrap gap-x-1.5 gap-y-2 @min-[620px]:col-start-3">
        {acts.map((act, at) => (
          <Button
            key={act.path + act.label}
            size="s"
            variant={variant(at)}
            aria-label={`${act.label}: ${text}`}
            pending={run.running?.[0].label === act.label}
            onClick={() => void give(act)}
          >
            {act.label}
          </Button>
        ))}
        <ButtonLink
          to={opens}
          size="s"
          variant={acts.length > 0 ? "quiet" : variant(0)}
          aria-label={`${label}: ${text}`}
          onClick={onOpen}
        >
          {label}
        </ButtonLink>
      </span>
    </li>
  );
}
