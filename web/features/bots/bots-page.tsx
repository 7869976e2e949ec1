import { useState } from "react";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { BotIcon, PlusIcon, WarningIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ListCards } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { botsShape, type ManagerTab, NO_BOT } from "./address.ts";
import { BotCard } from "./bot-card.tsx";
import { bots, makeCrmBot, useGateway } from "./bots.api.ts";
import { BotsContext, useBotActions } from "./bots-context.ts";
import { GatewayBanner, GatewayPanel } from "./gateway.tsx";

const CreateDialog = lazyDialog(() => import("./create-bot-dialog.tsx"));
const Manager = lazyDialog(() => import("./manager/manager-dialog.tsx"));

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,380px),1fr))] gap-[18px] max-md:gap-3";

const SKELETON = (
  <div className="panel px-[18px] py-4">
    <span className="flex items-center gap-3">
      <Skeleton className="size-[30px] rounded-[9px]" />
      <Skeleton className="h-4 w-32" />
    </span>
    <SkeletonLines lines={5} className="mt-4" />
  </div>
);

export default function BotsPage() {
  const t = useT();
  const now = useNow();
  const { user } = useUser();
  const writes = useCan("bots.write");
  const chooses = useCan("admin.system");
  const source = bots.useList();
  const { data: gateway, error, isValidating, mutate } = useGateway();
  const actions = useBotActions();
  const { address, hrefWith, linkTo, change, close } = useAddress("/discord-bots", botsShape);
  const [deleting, setDeleting] = useState<Bot | null>(null);
  const [choosing, setChoosing] = useState<Bot | null>(null);
  const all = source.list?.items;
  const isEmpty = all?.length === 0;
  const opened = all?.find((bot) => bot.id === address.bot);
  const crmBot = all?.find((bot) => bot.isCrmBot);
  const crmNote = crmBot ? "bots.crm_note" : "bots.crm.none";
  const running = all?.filter(({ status }) => status === "running").length;
  const health = gateway?.problem ? t("bots.sub_problem") : "";
  const formerText = crmBot ? ` ${t("bots.crm.make_former", { name: crmBot.name })}` : "";
  const linkOf = (bot: Bot) => (tab: ManagerTab) => linkTo({ bot: bot.id, tab, file: null, new: false });
  const createButton = (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => change({ new: true })}>
      {t("bots.create")}
    </Button>
  );
  return (
    <BotsContext value={{ gateway, now, askToDelete: setDeleting, askToMakeCrm: setChoosing, ...actions }}>
      <Page
        title={t("bots.title")}
        documentTitle={t("bots.title")}
        sub={
          all && !isEmpty
            ? `${t("bots.sub", { total: all.length, running: running ?? 0 })} ${health}`
            : "\u00a0"
        }
        actions={writes && all && !isEmpty ? createButton : undefined}
      >
        <GatewayBanner isChecking={isValidating} onCheck={() => void mutate()} />
        {all && !isEmpty && !crmBot?.tokenEnding ? (
          <p className="-mt-1 mb-[18px] flex items-start gap-2.5 text-sm text-ink-2">
            <WarningIcon className="mt-px flex-none text-wait" />
            <span className="max-w-[104ch]">{t(crmNote)}</span>
          </p>
        ) : null}
        <ListCards
          grid={GRID}
          skeleton={SKELETON}
          skeletons={3}
          source={source}
          denied={{ text: t("bots.no_access") }}
          empty={
            <Panel>
              <EmptyState
                className="py-16"
                icon={<BotIcon size={26} />}
                title={t("bots.empty")}
                text={t(writes ? "bots.empty_text" : "bots.empty_text_reader")}
                action={writes ? createButton : undefined}
              />
            </Panel>
          }
        >
          {(bot) => (
            <li className="grid">
              <BotCard bot={bot} linkTo={linkOf(bot)} />
            </li>
          )}
        </ListCards>
        {all && chooses ? <GatewayPanel /> : null}
        {all && chooses && !gateway && error ? (
          <Panel title={t("bots.gateway.title")} className="mt-[22px]">
            <ErrorState error={error} onRetry={() => void mutate()} />
          </Panel>
        ) : null}
        {address.new && writes && all ? (
          <CreateDialog offersCrm={chooses && !crmBot} onClose={() => change({ new: false })} />
        ) : null}
        {opened && user ? (
          <Manager
            key={opened.id}
            bot={opened}
            userId={user.id}
            tab={address.tab ?? "files"}
            tabHref={(tab) => hrefWith({ tab })}
            file={address.file}
            onFile={(file) => change({ file })}
            onClose={() => close(NO_BOT)}
          />
        ) : null}
        <ConfirmDialog
          open={choosing !== null}
          onOpenChange={() => setChoosing(null)}
          title={t("bots.crm.make_title", { name: choosing?.name })}
          description={t("bots.crm.make_text") + formerText}
          confirmLabel={t("bots.crm.make")}
          onConfirm={async () => choosing && makeCrmBot(choosing)}
          done={{ title: t("bots.updated"), description: t("bots.crm.is", { name: choosing?.name }) }}
        />
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={() => setDeleting(null)}
          title={t("bots.delete_title", { name: deleting?.name })}
          description={t("bots.delete_text", { name: deleting?.name })}
          confirmLabel={t("bots.delete")}
          danger
          onConfirm={async () => {
            if (deleting) await bots.remove(deleting);
            if (address.bot === deleting?.id) change(NO_BOT);
          }}
          done={{ title: t("bots.deleted"), description: deleting?.name }}
        />
      </Page>
    </BotsContext>
  );
}
