import type { SWRResponse } from "swr";
import {
  PREVIEW_MINUTES,
  type RolePreview,
  type RoleSync,
  type RoleSyncInput,
} from "../../../worker/features/discord/roles/roles.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { AnnouncementsPanel } from "../announcements/index.ts";
import { CommandsCard } from "../interactions/index.ts";
import { usePreview, useRoleSync, useSync } from "./discord.api.ts";
import { MappingsPanel } from "./mappings-panel.tsx";
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
      <div className="mt-[18px] grid grid-cols-[minmax(0,1fr)] gap-[18px]">
        <AnnouncementsPanel />
        <CommandsCard />
      </div>
    </>
  );
}

function RolesInStep({ set }: { set: RoleSync }) {
  const t = useT();
  const preview = usePreview(set);
  const mayOrder = useCan("admin.users");
  return (
    <>
      <PageSentence>
        {t(set.mappings.length > 0 ? "discord.order.how" : "discord.order.empty")}{" "}
        {mayOrder ? (
          <PlaceLink className="link underline" to="/admin?tab=roles">
            {t("discord.order.change")}
          </PlaceLink>
        ) : null}
      </PageSentence>
      {preview.data?.isHeld ? <Brake set={set} preview={preview} /> : null}
      <PreviewPanel setId={set.id} preview={preview} />
      <MappingsPanel set={set} />
    </>
  );
}

/** Warns that the next sync is held because too many users would lose a role, and asks for a decision. */
function Brake(props: { set: RoleSync; preview: SWRResponse<RolePreview> }) {
  const t = useT();
  const now = useNow();
  const { set, preview } = props;
  const sync = useSync(set.id);
  if (!preview.data) return null;
  const { losses, people, gains, fingerprint, readAt, groups } = preview.data;
  const hasLeft = groups.some(({ reason }) => reason.kind === "left");
  const isOld = now - Date.parse(readAt) > PREVIEW_MINUTES * 60_000;
  const start = (wish: RoleSyncInput) => void sync.run(wish).then(() => preview.mutate());
  const wished = sync.running?.[0];
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
          reason={gains === 0 && t("discord.brake.no_gains")}
          onClick={() => start({ givesOnly: true })}
        >
          {t("discord.brake.give_only")}
        </Button>
        <Button
          variant="danger"
          pending={wished?.confirm !== undefined}
          reason={old}
          onClick={() => start({ confirm: fingerprint })}
        >
          {t("discord.brake.confirm", { losses })}
        </Button>
      </div>
    </section>
  );
}
