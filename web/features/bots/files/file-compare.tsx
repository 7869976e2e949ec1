import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { WarningIcon } from "../../../ui/icons.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { CodeDiff } from "./code/code.tsx";
import type { Entry } from "./entries.ts";
import type { Revert } from "./file-history.tsx";
import { useFileVersion } from "./files.api.ts";
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

/** An older version beside what is saved now. */
export function FileCompare(props: { file: BotFile; version: number; revert: Revert; onClose: () => void }) {
  const t = useT();
  const { file, version, revert, onClose } = props;
  const { data, error, mutate } = useFileVersion(file.id, version);
  const isPhone = useMedia(PHONE);
  const { onClick, ...look } = revert(version);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p className="flex-none border-b border-line bg-deck py-1.5 pr-[22px] pl-4 text-sm max-md:pr-4">
        {t("bots.history.comparing", { version, current: file.version })}
      </p>
      {data ? (
        <CodeDiff
          fileName={file.fileName}
          before={{ text: data.content, label: `v${version}` }}
          after={{ text: file.content, label: t("bots.history.now", { version: file.version }) }}
          isUnified={isPhone}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={8} className="p-4" />
      )}
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button
          {...look}
          onClick={() => {
            onClick();
            onClose();
          }}
        >
          {t("bots.history.revert_to", { version })}
        </Button>
        <Button size="s" onClick={onClose}>
          {t("bots.history.back")}
        </Button>
      </div>
    </div>
  );
}
