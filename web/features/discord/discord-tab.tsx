import { useState } from "react";
import type { RoleSync } from "../../../worker/features/discord/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { Brake } from "./brake.tsx";
import { usePreview, useRoleSync } from "./discord.api.ts";
import { MappingsPanel } from "./mappings-panel.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { PreviewPanel } from "./preview-panel.tsx";

/** Discord's roles and ours: what the next sync would do, which mapping decides, and the mappings themselves. */
export default function DiscordTab() {
  const t = useT();
  const { data: set, error, mutate } = useRoleSync();
  if (set) return <RolesInStep set={set} />;
  if (error) return <ErrorState error={error} onRetry={() => void mutate()} />;
  return (
    <Panel aria-busy="true">
      <p className="px-[18px] py-3 text-ink-2">{t("discord.loading")}</p>
      <LoadingRows rows={6} />
    </Panel>
  );
}

function RolesInStep({ set }: { set: RoleSync }) {
  const t = useT();
  /** Roles in an order that is not saved, null for the stored one. */
  const [draft, setDraft] = useState<number[] | null>(null);
  const preview = usePreview(set, draft);
  const { data: shown } = preview;
  const sentence = !shown
    ? "\u00a0"
    : shown.isHeld
      ? t(draft ? "discord.sentence.held_draft" : "discord.sentence.held", { losses: shown.losses })
      : t(shown.gains + shown.losses > 0 ? "discord.sentence.some" : "discord.sentence.none", {
          gains: shown.gains,
          losses: shown.losses,
          kept: shown.kept,
        });
  return (
    <>
      <PageSentence>{sentence}</PageSentence>
      {shown?.isHeld ? <Brake set={set} preview={preview} hasDraft={draft !== null} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)_470px] items-start gap-[18px] max-xl:grid-cols-1">
        <PreviewPanel preview={preview} hasDraft={draft !== null} />
        <OrderPanel set={set} draft={draft} onDraft={setDraft} />
      </div>
      <MappingsPanel set={set} />
    </>
  );
}
