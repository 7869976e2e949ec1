import { useState } from "react";
import { MOST_WEBHOOKS } from "../../../worker/features/webhooks/webhooks.schema.ts";
import { useAction } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { useFilters } from "../../lib/filters.ts";
import type { Tone } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { WebhookPanel } from "./webhook-panel.tsx";
import {
  useFigures,
  useWebhooks,
  type Webhook,
  type WebhookList,
  webhookFilters,
  webhooks,
} from "./webhooks.api.ts";

const WebhookDialog = lazyDialog(() => import("./webhook-dialog.tsx"));

const hostOf = ({ url }: Webhook) => new URL(url).host;

/** The state of a webhook in a word, with its colour. */
const stateOf = ({ state, isLate }: Webhook) => (state === "active" && isLate ? "late" : state);
const TONES: Record<ReturnType<typeof stateOf>, Tone> = {
  active: "go",
  late: "wait",
  paused: "idle",
  off: "stop",
};

/** The webhooks with the open one beside them, or below on narrow screens; the first is open unless the address names one. */
export default function WebhooksTab() {
  const t = useT();
  const list = useFilters("/admin", webhookFilters);
  const answer = useWebhooks();
  const [isAdding, setIsAdding] = useState(false);
  /** A secret that was just made, until the reader has it. */
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null);
  const items = answer.data?.items ?? [];
  const open = items.find(({ id }) => id === list.address.webhook) ?? items[0];
  const full = items.length >= MOST_WEBHOOKS && t("webhooks.full", { most: MOST_WEBHOOKS });
  return (
    <div
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] items-start gap-[18px]",
        open && "xl:grid-cols-[290px_minmax(0,1fr)]",
      )}
    >
      <div className="grid min-w-0 gap-[18px]">
        <Panel
          aria-label={t("webhooks.title")}
          title={answer.data && !open ? null : t("webhooks.title")}
          actions={
            open ? (
              <Button size="s" icon={<PlusIcon />} reason={full} onClick={() => setIsAdding(true)}>
                {t("webhooks.add")}
              </Button>
            ) : null
          }
        >
          <AnswerView answer={answer} loading={<SkeletonLines lines={4} className="p-[18px]" />}>
            {() =>
              open ? (
                <ul aria-label={t("webhooks.title")}>
                  {items.map((each) => (
                    <Row
                      key={each.id}
                      webhook={each}
                      to={list.hrefWith({ webhook: each.id, state: null })}
                      isOpen={each === open}
                    />
                  ))}
                </ul>
              ) : (
                <EmptyState
                  title={t("webhooks.none")}
                  text={t("webhooks.none_text")}
                  action={
                    <Button variant="primary" icon={<PlusIcon />} onClick={() => setIsAdding(true)}>
                      {t("webhooks.add_title")}
                    </Button>
                  }
                />
              )
            }
          </AnswerView>
          {open ? <p className="note">{t("webhooks.foot")}</p> : null}
        </Panel>
        {open && answer.data ? <KindsPanel key={open.id} webhook={open} kinds={answer.data.kinds} /> : null}
      </div>
      {open ? (
        <WebhookPanel
          key={open.id}
          webhook={open}
          list={list}
          secret={made?.id === open.id ? made.secret : null}
          onSecret={(secret) => setMade(secret === null ? null : { id: open.id, secret })}
        />
      ) : null}
      {isAdding ? (
        <WebhookDialog
          webhook={null}
          kinds={answer.data?.kinds ?? []}
          onAdded={({ id, secret }) => {
            setMade({ id, secret });
            list.change({ webhook: id, state: null });
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </div>
  );
}

function Row({ webhook, to, isOpen }: { webhook: Webhook; to: string; isOpen: boolean }) {
  const t = useT();
  const format = useFormat();
  const state = stateOf(webhook);
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={to}
        aria-current={isOpen ? "true" : undefined}
        className="flex justify-between gap-3 px-[18px] py-2.5 hover:bg-rail focus-visible:-outline-offset-2 aria-[current]:bg-ice-dim aria-[current]:shadow-[inset_2px_0_0_var(--ice)]"
      >
        <span className="min-w-0 leading-[1.45]">
          <span className="block font-book [overflow-wrap:anywhere]">{webhook.name}</span>
          <span className="block font-mono text-xs [overflow-wrap:anywhere] text-ink-2">
            {hostOf(webhook)}
          </span>
        </span>
        <span className="flex-none text-right text-md">
          <span className="inline-flex items-center gap-2">
            <Dot tone={TONES[state]} />
            {t(`webhooks.state.${state}`)}
          </span>
          {webhook.state === "active" ? null : (
            <span className="block text-xs text-ink-2">
              {t("webhooks.since", { when: format.shortDate(webhook.stateAt) })}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** The kinds that a webhook receives; those that name people who are no members stand apart. */
function KindsPanel({ webhook, kinds }: { webhook: Webhook; kinds: WebhookList["kinds"] }) {
  const t = useT();
  const format = useFormat();
  const figures = useFigures(webhook.id);
  const change = useAction(
    (next: string[]) => webhooks.edit(webhook, { body: { kinds: next }, patch: { kinds: next } }),
    {
      failed: t("webhooks.not_saved"),
    },
  );
  const rows = (isPersonal: boolean) =>
    kinds
      .filter((each) => each.isPersonal === isPersonal)
      .map(({ kind, title }) => {
        const isChosen = webhook.kinds.includes(kind);
        const count = figures.data?.kinds[kind] ?? 0;
        return (
          <li key={kind} className="flex items-start justify-between gap-3 py-1">
            <Checkbox
              checked={isChosen}
              onChange={() =>
                void change.run(
                  isChosen ? webhook.kinds.filter((each) => each !== kind) : [...webhook.kinds, kind],
                )
              }
              label={
                <>
                  <span className="block leading-tight">{title}</span>
                  <span className="block font-mono text-xs [overflow-wrap:anywhere] text-ink-2">{kind}</span>
                </>
              }
            />
            <span className="flex-none text-md text-ink-2 tabular-nums">
              {isChosen || count > 0 ? format.number(count) : null}
            </span>
          </li>
        );
      });
  const personal = rows(true);
  return (
    <Panel title={t("webhooks.kinds")} aside={<span className="hint">{t("webhooks.day")}</span>}>
      <div className="px-[18px] py-2.5">
        <ul>{rows(false)}</ul>
        {personal.length > 0 ? (
          <>
            <h3 className="mt-2.5 border-t border-line pt-2.5 text-md font-semibold">
              {t("webhooks.personal")}
            </h3>
            <p className="pb-1 hint">{t("webhooks.personal_text")}</p>
            <ul>{personal}</ul>
          </>
        ) : null}
      </div>
    </Panel>
  );
}
