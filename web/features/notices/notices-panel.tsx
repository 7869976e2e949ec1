import { Dialog, Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { useAction } from "../../lib/action.ts";
import { useOnline } from "../../lib/connection.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CloseIcon, SettingsIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ALL_NOTICES } from "./address.ts";
import { NeedRow, keyOf as needKey } from "./need-row.tsx";
import { useNeeds, useNoticeSettings } from "./needs.api.ts";
import { keyOf, NoticeLine } from "./notice-line.tsx";
import { readNotices, useNotices } from "./notices.api.ts";
import { PageIcon } from "./page-icon.tsx";

type PanelProps = { opener: RefObject<HTMLButtonElement | null>; onClose: () => void };

/** The user's notices: in a popover beside the button that opens it, on phones over the whole screen. */
export default function NoticesPanel({ opener, onClose }: PanelProps) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    opener.current?.focus();
  };
  const content = <Content onClose={onClose} />;
  if (isPhone)
    return (
      <Dialog.Root open onOpenChange={onClose}>
        <Dialog.Portal>
          <Dialog.Content
            data-modal=""
            aria-describedby={undefined}
            className="fixed inset-0 z-50 flex flex-col bg-deck outline-none"
            onCloseAutoFocus={returnFocus}
          >
            <Head onClose={onClose}>
              <Dialog.Title className={TITLE}>{t("notices.title")}</Dialog.Title>
            </Head>
            {content}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    );
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={opener as RefObject<HTMLButtonElement>} />
      <Popover.Portal container={document.getElementById("main")}>
        <Popover.Content
          aria-label={t("notices.title")}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-[424px] animate-[settle_120ms_both] flex-col overflow-hidden rounded-m border border-line-strong bg-deck shadow-[0_16px_50px_var(--shade)] outline-none"
          onInteractOutside={(event) => {
            const target = event.target as Element | null;
            // A press on the button itself closes the panel; a toast lies over it.
            if (opener.current?.contains(target) || target?.closest("[data-toast]")) event.preventDefault();
          }}
          onCloseAutoFocus={returnFocus}
        >
          <Head onClose={onClose}>
            <h2 className={TITLE}>{t("notices.title")}</h2>
          </Head>
          {content}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const TITLE = "font-display text-lg font-semibold";

function Head({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useT();
  return (
    <div className="flex min-h-12 items-center gap-1 pr-2.5 pl-[18px]">
      {children}
      <ButtonLink
        to={`${ACCOUNT_PATH}/notifications`}
        variant="quiet"
        size="s"
        className="icon ml-auto"
        aria-label={t("notices.settings")}
        icon={<SettingsIcon size={16} />}
        onClick={onClose}
      />
      <IconButton size="s" label={t("action.close")} icon={<CloseIcon size={16} />} onClick={onClose} />
    </div>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const isOnline = useOnline();
  const notices = useNotices();
  const { data, answeredAt } = notices;
  const read = useAction(readNotices, { failed: t("notices.failed") });
  const needs = useNeeds();
  const unread = data?.filter(({ isRead }) => !isRead).length ?? 0;
  const newest = data?.[0];
  return (
    <>
      <div className="min-h-0 flex-1 overflow-auto">
        {isOnline || !answeredAt ? null : (
          <p className="px-[18px] pb-2 text-sm text-wait">
            {t("notices.offline", { when: format.dayWithin(answeredAt) })}
          </p>
        )}
        <AnswerView answer={needs} loading={<SkeletonLines lines={4} className="px-[18px] py-3" />}>
          {(open) =>
            open.length > 0 ? (
              <section aria-label={t("notices.needs_me")}>
                <div className="flex min-h-9 items-center gap-2 px-[18px] pb-1">
                  <h3 className="font-semibold">{t("notices.needs_me")}</h3>
                  <span className="figure text-ink-2">{open.length}</span>
                </div>
                <ul>
                  {open.map((need) => (
                    <NeedRow
                      key={needKey(need)}
                      need={need}
                      icon={<PageIcon opens={need.opens} />}
                      onOpen={onClose}
                    />
                  ))}
                </ul>
              </section>
            ) : (
              <p className="px-[18px] pt-1 pb-4 text-ink-2">{t("notices.empty")}</p>
            )
          }
        </AnswerView>
        <AnswerView answer={notices} loading={<SkeletonLines lines={4} className="px-[18px] py-3" />}>
          {(past) =>
            past.length > 0 ? (
              <section aria-label={t("notices.information")} className="border-t border-line-strong pt-1.5">
                <div className="flex min-h-9 items-center gap-2 px-[18px] pb-1">
                  <h3 className="font-semibold">{t("notices.information")}</h3>
                  {unread > 0 ? <span className="hint">{t("notices.new", { count: unread })}</span> : null}
                  {unread > 0 && newest ? (
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
                  {past.map((notice) => (
                    <NoticeLine key={keyOf(notice)} notice={notice} onOpen={onClose} />
                  ))}
                </ul>
              </section>
            ) : null
          }
        </AnswerView>
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line px-[18px] py-1.5">
        <Link to={ALL_NOTICES} className="link target inline-flex items-center font-medium" onClick={onClose}>
          {t("notices.all")}
        </Link>
        <AlsoSent />
      </div>
    </>
  );
}

/** The other channels that notify the reader. */
function AlsoSent() {
  const t = useT();
  const { data } = useNoticeSettings();
  const sent = data?.channels.filter(
    ({ hindrance }, at) =>
      hindrance === null &&
      data.groups.some(({ kinds }) => kinds.some(({ paces }) => paces[at] && paces[at].pace !== "off")),
  );
  if (!sent?.length) return null;
  const names = new Intl.ListFormat(document.documentElement.lang).format(
    sent.map(({ name }) => t(`notices.also.${name}`)),
  );
  return <span className="hint">{t("notices.also", { names })}</span>;
}
