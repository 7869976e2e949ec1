import { Suspense, useState } from "react";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { BotIcon, InfoIcon, PlusIcon, WarningIcon } from "../../components/icons.tsx";
import { Page } from "../../components/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { Skeleton, SkeletonLines } from "../../components/ui/skeleton.tsx";
import { EmptyState, ErrorState, NoAccess } from "../../components/ui/states.tsx";
import { useT } from "../../i18n/i18n.ts";
import { ApiError } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { part } from "../../lib/part.ts";
import { BotCard } from "./bot-card.tsx";
import { useBots } from "./bots.api.ts";

const addBot = part(() => import("./add-bot-dialog.tsx"));
const replaceToken = part(() => import("./replace-token-dialog.tsx"));

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-[18px] max-md:gap-3";

function Loading() {
  return (
    <div aria-busy="true" className={GRID}>
      {["a", "b", "c"].map((key) => (
        <div key={key} className="panel px-[18px] py-4">
          <span className="flex items-center gap-3">
            <Skeleton className="size-[30px] rounded-[9px]" />
            <Skeleton className="h-4 w-32" />
          </span>
          <SkeletonLines lines={4} className="mt-4" />
        </div>
      ))}
    </div>
  );
}

/** What the CRM bot is for; louder while there is none with a token, since nothing can be read until then. */
function CrmBotNote({ isReady }: { isReady: boolean }) {
  const t = useT();
  return (
    <p className="-mt-1 mb-[18px] flex items-start gap-2.5 text-sm text-ink-2">
      {isReady ? (
        <InfoIcon className="mt-px flex-none text-ink-3" />
      ) : (
        <WarningIcon className="mt-px flex-none text-wait" />
      )}
      <span className="max-w-[104ch]">{t("bots.crm_note")}</span>
    </p>
  );
}

function Content({
  bots,
  onAdd,
  onReplace,
}: {
  bots: Bot[];
  onAdd: () => void;
  onReplace: (bot: Bot) => void;
}) {
  const t = useT();
  const writes = useCan("bots.write");
  if (bots.length === 0) {
    return (
      <Panel>
        <EmptyState
          className="py-16"
          icon={<BotIcon size={26} />}
          title={t("bots.empty")}
          text={t(writes ? "bots.empty_text" : "bots.empty_text_reader")}
          action={
            writes ? (
              <Button variant="primary" icon={<PlusIcon />} onClick={onAdd}>
                {t("bots.add")}
              </Button>
            ) : undefined
          }
        />
      </Panel>
    );
  }
  return (
    <div className={GRID}>
      {bots.map((bot) => (
        <BotCard key={bot.id} bot={bot} onReplaceToken={onReplace} />
      ))}
    </div>
  );
}

/** The organization's Discord bots and their tokens. */
export default function BotsPage() {
  const t = useT();
  const reads = useCan("bots.read");
  const writes = useCan("bots.write");
  const { data, error, mutate } = useBots();
  const [adding, setAdding] = useState(false);
  const [replacing, setReplacing] = useState<number | null>(null);
  const replaced = data?.find((bot) => bot.id === replacing);
  const running = data?.filter((bot) => bot.status === "running").length;
  const isForbidden = !reads || (error instanceof ApiError && error.status === 403);
  if (isForbidden) {
    return (
      <Page title={t("bots.title")} documentTitle={t("bots.title")}>
        <NoAccess text={t("bots.no_access")} />
      </Page>
    );
  }
  return (
    <Page
      title={t("bots.title")}
      documentTitle={t("bots.title")}
      sub={data ? t("bots.sub", { total: data.length, running }) : "\u00a0"}
      actions={
        writes && data && data.length > 0 ? (
          <Button variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
            {t("bots.add")}
          </Button>
        ) : undefined
      }
    >
      {data ? (
        <>
          <CrmBotNote isReady={data.some((bot) => bot.isCrmBot && bot.tokenEnding !== null)} />
          <Content bots={data} onAdd={() => setAdding(true)} onReplace={({ id }) => setReplacing(id)} />
        </>
      ) : error ? (
        <Panel>
          <ErrorState error={error} onRetry={() => void mutate()} />
        </Panel>
      ) : (
        <Loading />
      )}
      <Suspense>
        {adding ? <addBot.View isFirst={data?.length === 0} onClose={() => setAdding(false)} /> : null}
        {replaced ? <replaceToken.View bot={replaced} onClose={() => setReplacing(null)} /> : null}
      </Suspense>
    </Page>
  );
}
