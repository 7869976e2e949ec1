import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { Bot, GatewayStatus } from "../../../worker/features/bots/bots.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { ApiError } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { BotIcon, PlusIcon, WarningIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState, NoAccess } from "../../ui/states.tsx";
import { botsShape, NO_BOT } from "./address.ts";
import { bots, useGateway } from "./bots.api.ts";
import { BotsContext } from "./bots-context.ts";
import { BotCard } from "./cards/bot-card.tsx";
import { GatewayBanner } from "./gateway/gateway-banner.tsx";
import { GatewayPanel, ISOLATION_STEPS } from "./gateway/gateway-panel.tsx";
import { useBotActions } from "./use-bot-actions.ts";

const createDialog = part(() => import("./create-bot-dialog.tsx"));
const manager = part(() => import("./manager/manager-dialog.tsx"));

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,380px),1fr))] gap-[18px] max-md:gap-3";

function Loading() {
  return (
    <div className={GRID}>
      {["a", "b", "c"].map((key) => (
        <div key={key} className="panel px-[18px] py-4">
          <span className="flex items-center gap-3">
            <Skeleton className="size-[30px] rounded-[9px]" />
            <Skeleton className="h-4 w-32" />
          </span>
          <SkeletonLines lines={5} className="mt-4" />
        </div>
      ))}
    </div>
  );
}

function subOf(t: Translate, bots: Bot[] | undefined, gateway: GatewayStatus | undefined): ReactNode {
  if (!bots) return "\u00a0";
  const running = bots.filter(({ status }) => status === "running").length;
  const isolation = gateway && !gateway.problem ? gateway.isolation : null;
  const level = isolation ? ISOLATION_STEPS.indexOf(isolation.level) + 1 : 0;
  return [
    t("bots.sub", { total: bots.length, running }),
    gateway?.problem ? t("bots.sub_problem") : isolation ? t("bots.sub_healthy", { level }) : "",
  ].join(" ");
}

function Empty({ onAdd }: { onAdd: (() => void) | undefined }) {
  const t = useT();
  return (
    <Panel>
      <EmptyState
        className="py-16"
        icon={<BotIcon size={26} />}
        title={t("bots.empty")}
        text={t(onAdd ? "bots.empty_text" : "bots.empty_text_reader")}
        action={
          onAdd ? (
            <Button variant="primary" icon={<PlusIcon />} onClick={onAdd}>
              {t("bots.create")}
            </Button>
          ) : undefined
        }
      />
    </Panel>
  );
}

/** Nothing of the Discord server can be read until its CRM bot has a token. */
function CrmBotNote() {
  const t = useT();
  return (
    <p className="-mt-1 mb-[18px] flex items-start gap-2.5 text-sm text-ink-2">
      <WarningIcon className="mt-px flex-none text-wait" />
      <span className="max-w-[104ch]">{t("bots.crm_note")}</span>
    </p>
  );
}

/** The organization's Discord bots, what they do just now, and what runs them. */
export default function BotsPage() {
  const t = useT();
  const now = useNow();
  const reads = useCan("bots.read");
  const writes = useCan("bots.write");
  const source = bots.useList();
  const gateway = useGateway();
  const { run, switchAutoStart, pendingOf } = useBotActions();
  const { address, hrefWith, linkTo, change, close } = useAddress("/discord-bots", botsShape);
  const [deleting, setDeleting] = useState<Bot | null>(null);
  const data = source.list?.items;
  const { error } = source;
  const shared = useMemo(
    () => ({ gateway: gateway.data, now, pendingOf, run, switchAutoStart, askToDelete: setDeleting }),
    [gateway.data, now, pendingOf, run, switchAutoStart],
  );
  if (!reads || (error instanceof ApiError && error.status === 403)) {
    return (
      <Page title={t("bots.title")} documentTitle={t("bots.title")}>
        <NoAccess text={t("bots.no_access")} />
      </Page>
    );
  }
  const add = writes ? () => change({ new: true }) : undefined;
  const opened = data?.find((bot) => bot.id === address.bot);
  const problem = gateway.data?.problem;
  const hasCrmBot = data?.some((bot) => bot.isCrmBot && bot.tokenEnding !== null);
  return (
    <BotsContext value={shared}>
      <Page
        title={t("bots.title")}
        documentTitle={t("bots.title")}
        sub={subOf(t, data, gateway.data)}
        actions={
          add && data && data.length > 0 ? (
            <Button variant="primary" onClick={add}>
              {t("bots.create")}
            </Button>
          ) : undefined
        }
      >
        {gateway.data && problem ? (
          <GatewayBanner
            problem={problem}
            checkedAt={gateway.data.checkedAt}
            now={now}
            isChecking={gateway.isValidating}
            onCheck={() => void gateway.mutate()}
          />
        ) : null}
        {data && data.length > 0 && !hasCrmBot ? <CrmBotNote /> : null}
        <ListView
          source={source}
          loading={<Loading />}
          empty={<Empty onAdd={add} />}
          failed={(failure, retry) => (
            <Panel>
              <ErrorState error={failure} onRetry={retry} />
            </Panel>
          )}
        >
          {(items) => (
            <div className={GRID}>
              {items.map((bot) => (
                <BotCard
                  key={bot.id}
                  bot={bot}
                  linkTo={(tab) => linkTo({ bot: bot.id, tab, file: null, new: false })}
                />
              ))}
            </div>
          )}
        </ListView>
        {data && gateway.data ? (
          <div className="mt-[22px]">
            <GatewayPanel gateway={gateway.data} now={now} />
          </div>
        ) : null}
        {data && !gateway.data && gateway.error ? (
          <Panel title={t("bots.gateway.title")} className="mt-[22px]">
            <ErrorState error={gateway.error} onRetry={() => void gateway.mutate()} />
          </Panel>
        ) : null}
        <Suspense>
          {address.new && writes && data ? (
            <createDialog.View isFirst={data.length === 0} onClose={() => change({ new: false })} />
          ) : null}
          {opened ? (
            <manager.View
              key={opened.id}
              bot={opened}
              tab={address.tab ?? "files"}
              tabHref={(tab) => hrefWith({ tab })}
              file={address.file}
              onFile={(file) => change({ file })}
              onClose={() => close(NO_BOT)}
            />
          ) : null}
        </Suspense>
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={(open) => {
            if (!open) setDeleting(null);
          }}
          title={t("bots.delete_title", { name: deleting?.name })}
          description={t("bots.delete_text", { name: deleting?.name })}
          confirmLabel={t("bots.delete")}
          danger
          onConfirm={async () => {
            if (!deleting) return;
            await bots.remove(deleting);
            toast({ title: t("bots.deleted"), description: t("bots.deleted_text", { name: deleting.name }) });
            if (address.bot === deleting.id) change(NO_BOT);
          }}
        />
      </Page>
    </BotsContext>
  );
}
