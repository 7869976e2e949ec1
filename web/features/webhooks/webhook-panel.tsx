import { useState } from "react";
import { useAction } from "../../lib/action.ts";
import { useCopy } from "../../lib/clipboard.ts";
import type { useFilters } from "../../lib/filters.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Input } from "../../ui/field.tsx";
import { CopyIcon, MoreIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import {
  replaceSecret,
  sendTest,
  useDeliveries,
  useFigures,
  type Webhook,
  type webhookFilters,
  webhooks,
} from "./webhooks.api.ts";

const WebhookDialog = lazyDialog(() => import("./webhook-dialog.tsx"));

type List = ReturnType<typeof useFilters<(typeof webhookFilters)["shape"], Record<never, never>>>;

const FACTS = {
  list: "grid border-b border-line md:grid-cols-3",
  row: "border-line px-[18px] py-3 leading-[1.5] not-first:border-t md:not-first:border-t-0 md:not-first:border-l",
  label: "label mb-1",
  value: "min-w-0 [overflow-wrap:anywhere]",
};

/** One webhook with its settings and deliveries. @param props.secret its secret while that is shown */
export function WebhookPanel(props: {
  webhook: Webhook;
  list: Pick<List, "address" | "hrefWith" | "query" | "isNarrowed" | "clear" | "change">;
  secret: string | null;
  onSecret: (secret: string | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { webhook, list, secret, onSecret } = props;
  const { name, state, reason, stateAt, oldUntil } = webhook;
  const [doing, setDoing] = useState<"edit" | "replace" | "delete" | null>(null);
  const { data: figures } = useFigures(webhook.id);
  const source = useDeliveries(webhook.id, list.query);
  const test = useAction(() => sendTest(webhook), {
    done: { title: t("webhooks.test_sent") },
    failed: t("webhooks.test_failed"),
  });
  const next = state === "active" ? "paused" : "active";
  const turn = useAction(() => webhooks.edit(webhook, { body: { state: next }, patch: { state: next } }), {
    failed: t("webhooks.not_saved"),
  });
  const close = () => setDoing(null);
  return (
    <Panel
      title={name}
      className="@container min-w-0 overflow-clip"
      aside={
        <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere] text-ink-2">{webhook.url}</span>
      }
      actions={
        <>
          <Button size="s" pending={test.pending} onClick={() => void test.run()}>
            {t("webhooks.test")}
          </Button>
          <Button size="s" pending={turn.pending} onClick={() => void turn.run()}>
            {t(state === "active" ? "webhooks.pause" : "webhooks.resume")}
          </Button>
          <Menu trigger={<IconButton size="s" label={t("webhooks.actions", { name })} icon={<MoreIcon />} />}>
            <MenuItem onSelect={() => setDoing("edit")}>{t("webhooks.edit")}</MenuItem>
            <MenuItem onSelect={() => setDoing("replace")}>{t("webhooks.replace")}</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDoing("delete")}>
              {t("webhooks.delete")}
            </MenuItem>
          </Menu>
        </>
      }
    >
      {secret === null ? null : <Secret name={name} secret={secret} onDone={() => onSecret(null)} />}
      {reason ? (
        <p className="border-b border-line px-[18px] py-3 text-wait">
          {t(`webhooks.reason.${reason}`, { when: format.dayWithin(stateAt) })}
        </p>
      ) : null}
      <Facts look={FACTS}>
        <Fact label={t("webhooks.added")}>
          {format.date(webhook.createdAt)}
          {webhook.creator ? (
            <span className="block hint">{t("webhooks.by", { name: webhook.creator })}</span>
          ) : null}
        </Fact>
        <Fact label={t("webhooks.secret")}>
          <span className="font-mono text-md">whsec_…{webhook.secretEnding}</span>
          {oldUntil && Date.parse(oldUntil) > now ? (
            <span className="block hint">
              {t("webhooks.old_until", { when: format.dayWithin(oldUntil) })}
            </span>
          ) : null}
        </Fact>
        <Fact label={t("webhooks.day")}>
          {figures
            ? t("webhooks.arrived", {
                arrived: format.number(figures.arrived),
                sent: format.number(figures.sent),
              })
            : "–"}
          {figures && figures.medianMs !== null ? (
            <span className="block hint">
              {t("webhooks.median", { ms: format.number(figures.medianMs) })}
            </span>
          ) : null}
        </Fact>
      </Facts>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-[18px] py-2.5">
        <h3 className="font-semibold">{t("webhooks.deliveries")}</h3>
        <SegmentedLinks
          label={t("webhooks.deliveries")}
          value={list.address.state ?? "all"}
          options={(["all", "waiting", "failed"] as const).map((value) => ({
            value,
            label: t(`webhooks.filter.${value}`),
          }))}
          to={(value) => list.hrefWith({ webhook: webhook.id, state: value === "all" ? null : value })}
          replace
        />
        <span className="ml-auto hint">{t("webhooks.kept")}</span>
      </div>
      <ListView
        source={source}
        list={list}
        noMatch={{ title: t("webhooks.no_match") }}
        empty={<EmptyState title={t("webhooks.no_deliveries")} />}
        moreLabel={() => t("webhooks.more")}
      >
        {(items) => (
          <ul aria-label={t("webhooks.deliveries")}>
            {items.map((each) => (
              <DeliveryRow key={each.id} delivery={each} url={webhook.url} />
            ))}
          </ul>
        )}
      </ListView>
      {doing === "edit" ? <WebhookDialog webhook={webhook} kinds={[]} onClose={close} /> : null}
      <ConfirmDialog
        open={doing === "replace"}
        onOpenChange={close}
        title={t("webhooks.replace_title", { name })}
        description={t("webhooks.replace_text")}
        confirmLabel={t("webhooks.replace")}
        onConfirm={async () => onSecret((await replaceSecret(webhook)).secret)}
      />
      <ConfirmDialog
        open={doing === "delete"}
        onOpenChange={close}
        title={t("webhooks.delete_title", { name })}
        description={t("webhooks.delete_text")}
        confirmLabel={t("webhooks.delete")}
        danger
        onConfirm={() => webhooks.remove(webhook)}
        done={{ title: t("webhooks.deleted") }}
      />
    </Panel>
  );
}

/** A secret, which is shown this once. */
function Secret({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  const t = useT();
  const { state, copy } = useCopy(secret);
  return (
    <div role="status" className="border-b border-line bg-ice-dim px-[18px] py-3">
      <p className="font-semibold">{t("webhooks.ready", { name })}</p>
      <p className="text-md text-ink-2">{t("webhooks.once")}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Input
          readOnly
          value={secret}
          aria-label={t("webhooks.secret")}
          className="min-w-0 flex-1 basis-60 font-mono"
          onFocus={({ target }) => target.select()}
        />
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          {t(state === "copied" ? "webhooks.copied" : "webhooks.copy")}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("webhooks.have_it")}
        </Button>
      </div>
    </div>
  );
}
