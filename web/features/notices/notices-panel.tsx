import { Popover as Radix } from "radix-ui";
import { type RefObject, useState } from "react";
import { Link } from "react-router";
import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { timeAfter } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { readNotices, useNotices } from "./notices.api.ts";

/** What the user has to know, beside the button that opens it. */
export default function NoticesPanel(props: {
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}) {
  const t = useT();
  const { opener, onClose } = props;
  const isOpener = (target: EventTarget | null) =>
    target instanceof Node && opener.current?.contains(target) === true;
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
            // The button itself closes it.
            if (isOpener(event.target)) event.preventDefault();
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
  const { data, error, mutate } = useNotices();
  const [pending, setPending] = useState(false);
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void mutate()} />
    ) : (
      <div aria-busy="true" className="px-[18px] py-3">
        <SkeletonLines lines={4} />
      </div>
    );
  }
  const unread = data.filter(({ isRead }) => !isRead).length;
  const [newest] = data;
  if (!newest) return <p className="px-[18px] pt-1 pb-5 text-ink-2">{t("notices.empty")}</p>;
  const read = async () => {
    setPending(true);
    try {
      await readNotices(newest.id);
    } catch (failure) {
      tellFailure(failure, { title: t("notices.failed") });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <div className="flex min-h-9 items-center gap-2 px-[18px] pb-1">
        <h3 className="font-semibold">{t("notices.information")}</h3>
        <span className="hint">{unread > 0 ? t("notices.new", { count: unread }) : null}</span>
        {unread > 0 ? (
          <Button
            variant="quiet"
            size="s"
            pending={pending}
            className="-mr-2.5 ml-auto text-ice"
            onClick={() => void read()}
          >
            {t("notices.read")}
          </Button>
        ) : null}
      </div>
      <ul className="min-h-0 overflow-auto">
        {data.map((notice) => (
          <NoticeLine key={`${notice.id} ${notice.kind}`} notice={notice} onOpen={onClose} />
        ))}
      </ul>
    </>
  );
}

function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { text, opens, createdAt, isRead } = notice;
  return (
    <li className="border-t border-line">
      <Link
        to={opens}
        className="flex items-start gap-3 px-[18px] py-2.5 -outline-offset-2 hover:bg-rail"
        onClick={onOpen}
      >
        <span className="min-w-0 flex-1">
          <span className="block leading-[1.45] [overflow-wrap:anywhere]">{text}</span>
          <Time at={createdAt} className="text-md text-ink-2">
            {format.relative(createdAt, timeAfter(createdAt, now))}
          </Time>
        </span>
        {isRead ? null : (
          <span className="mt-1.5 size-2 flex-none rounded-full bg-ink">
            <span className="sr-only">{t("notices.unread")}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
