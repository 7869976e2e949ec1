import { useState } from "react";
import type { SWRResponse } from "swr";
import {
  PREVIEW_MINUTES,
  type RolePreview,
  type RoleSync,
  type RoleSyncInput,
} from "../../../worker/features/discord/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { AnnouncementsPanel } from "../announcements/index.ts";
import { CommandsCard } from "../interactions/index.ts";
import { usePreview, useRoleSync, useSync } from "./discord.api.ts";
import { MappingsPanel } from "./mappings-panel.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { PreviewPanel } from "./preview-panel.tsx";

export default function DiscordTab() {
  const t = useT();
  const loading = (
    <Panel>
      <p className="px-[18px] py-3 text-ink-2">{t("discord.loading")}</p>
      <LoadingRows rows={6} />
    </Panel>
  );
  return (
    <>
      <AnswerView answer={useRoleSync()} loading={loading}>
        {(set) => <RolesInStep set={set} />}
      </AnswerView>
      <div className="mt-[18px] grid grid-cols-[minmax(0,1fr)_372px] items-start gap-[18px] max-xl:grid-cols-[minmax(0,1fr)]">
        <AnnouncementsPanel />
        <CommandsCard />
      </div>
    </>
  );
}

function RolesInStep({ set }: { set: RoleSync }) {
  const t = useT();
  /** The unsaved order of roles; null for the saved one. */
  const [draft, setDraft] = useState<number[] | null>(null);
  const preview = usePreview(set, draft);
  const { data: shown } = preview;
  const { gains = 0, losses = 0, kept = 0, isHeld = false } = shown ?? {};
  const heldSentence = draft ? "discord.sentence.held_draft" : "discord.sentence.held";
  const planned = gains + losses > 0 ? "discord.sentence.some" : "discord.sentence.none";
  return (
    <>
      <PageSentence>
        {shown ? t(isHeld ? heldSentence : planned, { gains, losses, kept }) : "\u00a0"}
      </PageSentence>
      {isHeld ? <Brake set={set} preview={preview} hasDraft={draft !== null} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)_470px] items-start gap-[18px] max-xl:grid-cols-1">
        <PreviewPanel preview={preview} hasDraft={draft !== null} />
        <OrderPanel set={set} draft={draft} onDraft={setDraft} />
      </div>
      <MappingsPanel set={set} />
    </>
  );
}

/** Warns that the next sync is held because too many users would lose a role, and asks for a decision. */
function Brake(props: { set: RoleSync; preview: SWRResponse<RolePreview>; hasDraft: boolean }) {
  const t = useT();
  const now = useNow();
  const { set, preview, hasDraft } = props;
  const sync = useSync(set.id);
  if (!preview.data) return null;
  const { losses, people, gains, fingerprint, readAt, groups } = preview.data;
  const hasLeft = groups.some(({ reason }) => reason.kind === "left");
  const isOld = now - Date.parse(readAt) > PREVIEW_MINUTES * 60_000;
  const start = (wish: RoleSyncInput) => void sync.run(wish).then(() => preview.mutate());
  const wished = sync.running?.[0];
  const unsaved = hasDraft ? t("discord.brake.unsaved") : null;
  const old = isOld ? t("discord.brake.old", { minutes: PREVIEW_MINUTES }) : null;
  return (
    <section
      role="alert"
      className="mb-[18px] grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-3 rounded-l border border-stop/45 bg-[color-mix(in_srgb,var(--stop)_7%,var(--hull))] px-[18px] py-3.5 max-md:grid-cols-[20px_minmax(0,1fr)]"
    >
      <WarningIcon size={20} className="mt-0.5 self-start text-stop" />
      <div>
        <h2 className="font-display text-lg font-semibold">
          {t(hasLeft ? "discord.brake.title_left" : "discord.brake.title", { losses, people })}
        </h2>
        <p className="text-ink-2">{t("discord.brake.text")}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-full max-md:*:flex-1">
        <Button
          pending={wished?.givesOnly === true}
          reason={unsaved ?? (gains === 0 && t("discord.brake.no_gains"))}
          onClick={() => start({ givesOnly: true })}
        >
          {t("discord.brake.give_only")}
        </Button>
        <Button
          variant="danger"
          pending={wished?.confirm !== undefined}
          reason={unsaved ?? old}
          onClick={() => start({ confirm: fingerprint })}
        >
          {t("discord.brake.confirm", { losses })}
        </Button>
      </div>
    </section>
  );
}
