import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { WarningIcon } from "../../../ui/icons.tsx";
import { CodeDiff } from "./code/code.tsx";
import type { Entry } from "./entries.ts";
import type { Editing } from "./use-editing.ts";

/**
 * Another user saved the file meanwhile: shows their text beside this user's, which can still be edited, and asks
 * which of the two is to stand.
 */
export function FileClash({ entry, current, editing }: { entry: Entry; current: BotFile; editing: Editing }) {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { id, fileName, draft } = entry;
  const { content, version, updatedBy, updatedAt } = current;
  return (
    <section aria-label={fileName} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div
        role="alert"
        className="flex flex-none flex-wrap items-start gap-x-3 gap-y-2 border-b border-line bg-wait/8 py-2.5 pr-[22px] pl-4 max-md:pr-4"
      >
        <WarningIcon className="mt-0.5 flex-none text-wait" />
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{t("bots.clash.title", { name: fileName })}</h3>
          <p className="text-sm text-ink-2">
            {t("bots.clash.text", { name: updatedBy, version, when: format.day(updatedAt) })}
          </p>
        </div>
      </div>
      <CodeDiff
        fileName={fileName}
        before={{ text: content, label: t("bots.clash.theirs", { name: updatedBy }) }}
        after={{ text: draft?.text ?? content, label: t("bots.clash.mine") }}
        isUnified={isPhone}
        onChange={(text) => editing.type(entry, text)}
      />
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button size="s" onClick={() => editing.settle(id)}>
          {t("bots.clash.later")}
        </Button>
        <Button size="s" onClick={() => editing.discard(id)}>
          {t("bots.clash.take_theirs")}
        </Button>
        <Button
          size="s"
          variant="primary"
          onClick={() => {
            editing.settle(id);
            void editing.save(entry, version);
          }}
        >
          {t("bots.clash.keep_mine")}
        </Button>
      </div>
    </section>
  );
}
