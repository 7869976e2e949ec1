import type { ReactNode } from "react";
import type { Wish, WishStatus } from "../../../worker/features/wishes/wishes.schema.ts";
import { useAction } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import type { Tone } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ChatIcon, CheckIcon, ChevronUpIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Time } from "../../ui/time.tsx";
import type { WishList } from "./address.ts";
import { useVote, wishes } from "./wishes.api.ts";

const TONES = {
  pending: "new",
  approved: "go",
  in_progress: "wait",
  rejected: "stop",
  completed: "go",
} as const satisfies Record<WishStatus, Tone>;

export function StatusBadge({ status, size }: { status: WishStatus; size?: "s" }) {
  const isDone = status === "completed";
  return (
    <Badge tone={TONES[status]} dot={!isDone} {...(size && { size })}>
      {isDone ? <CheckIcon size={12} strokeWidth={2.5} /> : null}
      {useT()(`wishes.status.${status}`)}
    </Badge>
  );
}

const VOTE = "grid flex-none content-center justify-items-center self-start";
const VOTE_M = "w-[52px] min-h-14 rounded-m py-1.5 max-md:w-12";
const VOTE_S = "w-11 min-h-11 rounded-c py-1";

/** Votes for a wish and withdraws that; of a decided one only the number. */
export function VoteButton({ wish, size = "m" }: { wish: Wish; size?: "s" | "m" }) {
  const t = useT();
  const format = useFormat();
  const vote = useVote(wish);
  const { title, votes, own, can } = wish;
  const look = cx(VOTE, size === "s" ? VOTE_S : VOTE_M);
  const count = (
    <span className={cx("figure leading-[1.2]", size === "m" && "text-lg", can.vote && !own && "text-ink")}>
      {format.number(votes)}
    </span>
  );
  if (!can.vote)
    return (
      <span className={cx(look, "text-ink-2")}>
        {count}
        <span className="text-xs text-ink-3">{t("wishes.votes", { count: votes })}</span>
      </span>
    );
  return (
    <button
      type="button"
      data-vote=""
      aria-pressed={own !== null}
      className={cx(
        look,
        "relative z-1 border transition-colors",
        own
          ? "border-ice bg-ice-dim text-ice"
          : "border-line-strong text-ink-2 hover:border-ink-3 hover:bg-rail",
      )}
      onClick={() => void vote.run()}
    >
      <ChevronUpIcon size={14} />
      {count}
      <span className="sr-only">{t("wishes.vote_for", { title, count: votes })}</span>
      {size === "m" ? (
        <span className="text-xs font-medium">{t(own ? "wishes.voted" : "wishes.vote")}</span>
      ) : null}
    </button>
  );
}

/** Category, priority, who submitted it and when, comments, and votes of this week; on phones a short one lacks the times. */
export function Meta({ wish, isShort = false }: { wish: Wish; isShort?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { category, priority, submittedBy, createdAt, comments, votesThisWeek, own } = wish;
  const isMine = submittedBy !== null && submittedBy.userId === user?.id;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-ink-2">
      <span>{t(`wishes.category.${category}`)}</span>
      {priority === "medium" ? null : <span>{t(`wishes.priority_of.${priority}`)}</span>}
      <span className="[overflow-wrap:anywhere]">
        {isMine ? t("wishes.you") : (submittedBy?.displayName ?? t("wishes.somebody"))}
        <span className={isShort ? "max-md:hidden" : undefined}>
          , <Time at={createdAt}>{format.shortDate(createdAt)}</Time>
        </span>
      </span>
      {comments > 0 ? (
        <span className="inline-flex items-center gap-1.5">
          <ChatIcon size={14} className="text-ink-3" />
          <span className="figure" aria-hidden="true">
            {comments}
          </span>
          <span className="sr-only">{t("wishes.comments", { count: comments })}</span>
        </span>
      ) : null}
      {own?.by ? <span>{t("wishes.voted_by", { name: own.by })}</span> : null}
      {votesThisWeek > 0 ? (
        <span className={cx("ml-auto text-ink-3", isShort ? "max-md:hidden" : "max-md:ml-0")}>
          {t("wishes.this_week", { count: votesThisWeek })}
        </span>
      ) : null}
    </div>
  );
}

/** The official reply in a line. */
export function ShortReply({ reply }: { reply: Wish["reply"] }) {
  const t = useT();
  if (!reply) return null;
  return (
    <div className="mt-2 flex min-w-0 gap-2 border-l-2 border-line-strong pl-3 text-md">
      <b className="flex-none font-book">{t("wishes.field.reply")}</b>
      <Markdown text={reply.text} isPlain className="line-clamp-1 text-ink-2" />
    </div>
  );
}

/** The official reply, quoted. */
export function Reply({ reply }: { reply: Wish["reply"] }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (!reply) return null;
  return (
    <div className="mt-3 grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 border-l-2 border-line-strong pl-3.5 max-md:pl-2.5">
      <Avatar name={reply.by} size="s" />
      <div>
        <p>
          <b className="font-book">{reply.by}</b>{" "}
          <Time at={reply.at} className="hint">
            {t("wishes.reply_at", { when: format.ago(reply.at, now) })}
          </Time>
        </p>
        <Markdown text={reply.text} className="max-w-[64ch] text-ink-2" />
      </div>
    </div>
  );
}

/** Asks a voter whether the completed wish works, and shows what they said. */
export function Judge({ wish }: { wish: Wish }) {
  const t = useT();
  const verdict = wish.own?.works ?? null;
  const judge = useAction(
    (works: boolean) => wishes.call(wish.id, { call: "/works", method: "PUT", body: { works } }),
    { done: { title: t("wishes.judged") }, failed: t("wishes.judge_failed") },
  );
  if (!wish.can.judge) return null;
  return (
    <fieldset className="relative mt-3 flex flex-wrap items-center gap-2">
      <legend className="float-left mr-1 text-ink-2">{t("wishes.works_question")}</legend>
      {[true, false].map((works) => (
        <Button
          key={String(works)}
          size="s"
          aria-pressed={verdict === works}
          className={verdict === works ? "border-ice text-ice" : ""}
          onClick={() => void judge.run(works)}
        >
          {t(works ? "wishes.works" : "wishes.fails")}
        </Button>
      ))}
    </fieldset>
  );
}

/** A compact row of a wish: its votes and title, with `children` below. */
export function ShortRow(props: { wish: Wish; list: WishList; className?: string; children: ReactNode }) {
  const { wish, list, className, children } = props;
  const { id, title } = wish;
  return (
    <li
      data-wish={id}
      className={cx(
        "grid grid-cols-[44px_minmax(0,1fr)] items-center gap-3 border-t border-line py-2.5",
        className,
      )}
    >
      <VoteButton wish={wish} size="s" />
      <span className="grid min-w-0 justify-items-start gap-1.5 leading-[1.35]">
        <Link
          {...list.linkTo({ wish: id }, `[data-wish="${id}"] [data-open]`)}
          data-open=""
          className="py-0.5 text-md font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {title}
        </Link>
        {children}
      </span>
    </li>
  );
}
