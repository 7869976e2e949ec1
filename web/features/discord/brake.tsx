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
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { useSync } from "./use-sync.ts";

/** Says that the next sync is held because too many people would lose something, and takes the decision. */
export function Brake(props: { set: RoleSync; preview: SWRResponse<RolePreview>; hasDraft: boolean }) {
  const t = useT();
  const now = useNow();
  const { set, preview, hasDraft } = props;
  const { run, pending } = useSync(set.id);
  const [choice, setChoice] = useState<"give" | "confirm" | null>(null);
  const { data } = preview;
  if (!data) return null;
  const { losses, people, gains, fingerprint, readAt, groups } = data;
  const hasLeft = groups.some(({ reason }) => reason.kind === "left");
  const isOld = now - Date.parse(readAt) > PREVIEW_MINUTES * 60_000;
  const start = async (which: "give" | "confirm", wish: RoleSyncInput) => {
    setChoice(which);
    await run(wish);
    await preview.mutate();
  };
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
          pending={pending && choice === "give"}
          reason={unsaved ?? (gains === 0 && t("discord.brake.no_gains"))}
          onClick={() => void start("give", { givesOnly: true })}
        >
          {t("discord.brake.give_only")}
        </Button>
        <Button
          variant="danger"
          pending={pending && choice === "confirm"}
          reason={unsaved ?? old}
          onClick={() => void start("confirm", { confirm: fingerprint })}
        >
          {t("discord.brake.confirm", { losses })}
        </Button>
      </div>
    </section>
  );
}
