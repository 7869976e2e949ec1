import { useState } from "react";
import type { Bot, DiskDifference } from "../../../../worker/features/bots/bots.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Select } from "../../../ui/field.tsx";
import { CheckIcon, WarningIcon } from "../../../ui/icons.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { CodeDiff } from "./code/code.tsx";
import { syncFiles, useDiskFiles } from "./files.api.ts";

const FRAME =
  "md:h-[min(80dvh,780px)] md:max-h-none max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:border-x-0 max-md:border-b-0";

const kindOf = ({ record, disk }: DiskDifference) =>
  disk === null ? "kept" : record === null ? "added" : "changed";

const TONE = { changed: "wait", added: "new", kept: "idle" } as const;

/** Shows the differences between the record and the gateway's disk, and copies those of the disk. */
export default function SyncFilesDialog(props: { bot: Bot; unsaved: string[]; onClose: () => void }) {
  const t = useT();
  const { bot, unsaved, onClose } = props;
  const isNarrow = useMedia("(max-width: 1000px)");
  const { data: known, error, isValidating, mutate } = useDiskFiles(bot.id);
  // Old differences are not shown while new ones are fetched.
  const data = isValidating ? undefined : known;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = data?.find(({ fileName }) => fileName === chosen) ?? data?.[0];
  const taken = data?.filter((each) => each.disk !== null) ?? [];
  const touched = taken.map(({ fileName }) => fileName).filter((name) => unsaved.includes(name));
  const apply = useAction(() => syncFiles(bot.id), {
    done: ({ files: _files, ...counts }) => {
      onClose();
      return { title: t("bots.sync.done"), description: t("bots.sync.counts", counts) };
    },
    failed: (failure) => {
      tellFailure(failure, { title: t("bots.sync.failed") });
      void mutate();
    },
  });
  const leave = () => !apply.pending && onClose();
  return (
    <Dialog
      open
      onOpenChange={leave}
      bare
      width={1080}
      className={shown ? FRAME : ""}
      title={t("bots.file.sync")}
      description={t("bots.sync.text")}
      footer={
        <>
          <Button onClick={leave}>{t("action.cancel")}</Button>
          {taken.length > 0 ? (
            <Button variant="primary" pending={apply.pending} onClick={() => void apply.run()}>
              {t("bots.sync.apply", { count: taken.length })}
            </Button>
          ) : null}
        </>
      }
    >
      {isValidating ? (
        <div aria-busy="true" className="p-[22px]">
          <SkeletonLines lines={6} />
        </div>
      ) : error && !data ? (
        <ErrorState error={error} title={t("bots.sync.failed")} onRetry={() => void mutate()} />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState icon={<CheckIcon size={24} className="text-go" />} title={t("bots.sync.same")} />
      ) : null}
      {data && shown ? (
        <div className="flex h-full min-h-0 flex-col">
          {touched.length > 0 ? (
            <p className="flex flex-none gap-2.5 border-b border-line bg-wait/8 pad-wide py-2 text-sm">
              <WarningIcon className="mt-0.5 flex-none text-wait" />
              {t("bots.sync.unsaved", { names: touched.join(", ") })}
            </p>
          ) : null}
          <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line pad-wide py-2.5">
            <Select
              size="m"
              aria-label={t("bots.sync.file")}
              className="min-w-0 font-mono sm:max-w-[340px]"
              value={shown.fileName}
              options={data.map((each) => ({
                value: each.fileName,
                label: `${each.fileName}: ${t(`bots.sync.${kindOf(each)}`)}`,
              }))}
              onChange={(event) => setChosen(event.target.value)}
            />
            <Badge tone={TONE[kindOf(shown)]}>{t(`bots.sync.${kindOf(shown)}`)}</Badge>
          </div>
          <CodeDiff
            fileName={shown.fileName}
            before={{ text: shown.record ?? "", label: t("bots.sync.record") }}
            after={{ text: shown.disk ?? "", label: t("bots.sync.disk") }}
            isUnified={isNarrow}
          />
        </div>
      ) : null}
    </Dialog>
  );
}
