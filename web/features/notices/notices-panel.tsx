import { Popover as Radix } from "radix-ui";
import type { RefObject } from "react";
import { Link } from "react-router";
import useSWR, { mutate } from "swr";
import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { USER_KEY } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";

const PATH = "/api/user/notices";

/** Marks notices as read up to the newest one on screen. @throws ApiError */
async function readNotices(upTo: number): Promise<void> {
  await request(`${PATH}/read`, { method: "PATCH", body: { upTo } });
  await Promise.all([mutate(PATH), mutate(USER_KEY)]);
}

/** The user's notices, in a popover beside the button that opens it. */
export default function NoticesPanel(props: {
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}) {
  const t = useT();
  const { opener, onClose } = props;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={opener as RefObject<HTMLButtonElement>} />
      <Radix.Portal container={document.getElementById("main")}>
        <Radix.Content
          aria-label={t("notices.title")}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-[min(424px,calc(100vw-16px))] animate-[settle_120ms_both] flex-col overflow-hidden rounded-m border border-line-strong bg-deck shadow-[0_16px_50px_var(--shade)] outline-none"
          onInteractOutside={(event) => {
            // A press on the button itself closes the panel.
            if (opener.current?.contains(event.target as Node | null)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <h2 className="px-[18px] pt-4 pb-2 font-display text-lg font-semibold">{t("notices.title")}</h2>
          <Content onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const t = useT();
  const notices = useSWR<Notice[]>(PATH, usePolling(["notices"], POLL));
  const { data } = notices;
  const read = useAction(readNotices, { failed: t("notices.failed") });
  if (!data) {
    return <AnswerView of={notices} loading={<SkeletonLines lines={4} className="px-[18px] py-3" />} />;
  }
  const [newest] = data;
  if (!newest) return <p className="px-[18px] pt-1 pb-5 text-ink-2">{t("notices.empty")}</p>;
  const sections = [
    { title: t("notices.needs_you"), items: data.filter(({ needsAnswer }) => needsAnswer) },
    { title: t("notices.information"), items: data.filter(({ needsAnswer }) => !needsAnswer) },
  ].filter(({ items }) => items.length > 0);
  return (
    <div className="min-h-0 overflow-auto">
      {sections.map(({ title, items }, at) => (
        <section key={title} aria-label={title} className="not-first:pt-3">
          <div className="flex min-h-9 items-center gap-2 px-[18px] pb-1">
            <h3 className="font-semibold">{title}</h3>
            {items.some(isUnread) ? (
              <span className="hint">{t("notices.new", { count: items.filter(isUnread).length })}</span>
            ) : null}
            {at === 0 && data.some(isUnread) ? (
              <Button
                variant="quiet"
                size="s"
                pending={read.pending}
                className="-mr-2.5 ml-auto text-ice"
                onClick={() => void read.run(newest.id)}
              >
                {t("notices.read")}
              </Button>
            ) : null}
          </div>
          <ul>
            {items.map((notice) => (
              <NoticeLine key={`${notice.id} ${notice.kind}`} notice={notice} onOpen={onClose} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const isUnread = ({ isRead }: Notice) => !isRead;

function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { text, opens, createdAt, isRead } = notice;
  const line = "flex items-start gap-3 px-[18px] py-2.5";
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block leading-[1.45] [overflow-wrap:anywhere]">{text}</span>
        <Time at={createdAt} className="text-md text-ink-2">
          {format.ago(createdAt, now)}
        </Time>
      </span>
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
        <div className={line}>{content}</div>
      ) : (
        <Link to={opens} className={`${line} -outline-offset-2 hover:bg-rail`} onClick={onOpen}>
          {content}
        </Link>
      )}
    </li>
  );
}
