import { Suspense, useState } from "react";
import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { WarningIcon } from "../../../ui/icons.tsx";
import { part } from "../../../ui/part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { Entry } from "./entries.ts";
import type { Editing } from "./use-editing.ts";

const diff = part(() => import("./code/code-diff.tsx"));

/**
 * Another user saved the file meanwhile: shows their text beside this user's, which can still be edited, and asks
 * which of the two is to stand.
 */
export function FileClash(props: { entry: Entry; current: BotFile; editing: Editing; isPhone: boolean }) {
  const t = useT();
  const format = useFormat();
  const { entry, current, editing, isPhone } = props;
  const [isSaving, setIsSaving] = useState(false);
  const keepMine = async () => {
    if (isSaving) return;
    setIsSaving(true);
    editing.settle(entry.id);
    await editing.save(entry, current.version);
    setIsSaving(false);
  };
  return (
    <section aria-label={entry.fileName} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div
        role="alert"
        className="flex flex-none flex-wrap items-start gap-x-3 gap-y-2 border-b border-line bg-wait/8 py-2.5 pr-[22px] pl-4 max-md:pr-4"
      >
        <WarningIcon className="mt-0.5 flex-none text-wait" />
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{t("bots.clash.title", { name: entry.fileName })}</h3>
          <p className="text-sm text-ink-2">
            {t("bots.clash.text", {
              name: current.updatedBy,
              version: current.version,
              when: format.day(current.updatedAt),
            })}
          </p>
        </div>
      </div>
      <Suspense fallback={<SkeletonLines lines={8} className="min-h-0 flex-1 p-4" />}>
        <diff.View
          fileName={entry.fileName}
          before={{ text: current.content, label: t("bots.clash.theirs", { name: current.updatedBy }) }}
          after={{ text: entry.draft?.text ?? current.content, label: t("bots.clash.mine") }}
          isUnified={isPhone}
          onChange={(text) => editing.type(entry, text)}
        />
      </Suspense>
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button size="s" onClick={() => editing.settle(entry.id)}>
          {t("bots.clash.later")}
        </Button>
        <Button size="s" onClick={() => editing.discard(entry.id)}>
          {t("bots.clash.take_theirs")}
        </Button>
        <Button size="s" variant="primary" pending={isSaving} onClick={() => void keepMine()}>
          {t("bots.clash.keep_mine")}
        </Button>
      </div>
    </section>
  );
}
