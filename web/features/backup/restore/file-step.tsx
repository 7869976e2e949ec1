import { type DragEvent, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button, Spinner } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { DatabaseIcon, FileIcon } from "../../../ui/icons.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { fileSize } from "../backup.api.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ofFile, ofStored, rehearse, uploadStore, useStored } from "./restore.api.ts";

/** The backups that the schedule has stored, to rehearse one of them; nothing where there is none. */
function StoredBackups() {
  const t = useT();
  const format = useFormat();
  const { data, error, mutate } = useStored();
  const [name, setName] = useState<string | null>(null);
  if (error && !data)
    return <ErrorState title={t("restore.stored_failed")} error={error} onRetry={() => void mutate()} />;
  const chosen = data?.find((each) => each.name === name) ?? data?.[0];
  if (!data || !chosen) return null;
  return (
    <form
      className="flex flex-wrap items-end justify-center gap-2.5 border-t border-line pad py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void rehearse(ofStored(chosen));
      }}
    >
      <SelectField
        label={t("restore.stored")}
        className="min-w-0 max-md:w-full"
        value={chosen.name}
        options={data.map(({ name: value, createdAt, bytes }) => ({
          value,
          label: `${format.day(createdAt)}, ${fileSize(bytes)}`,
        }))}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" className="max-md:w-full">
        {t("restore.stored_rehearse")}
      </Button>
    </form>
  );
}

/** Takes the file of a backup, chosen or dropped, and shows how its rehearsal goes or why it was refused. */
export function FileStep({ isBackOffered }: { isBackOffered: boolean }) {
  const t = useT();
  const [isOver, setIsOver] = useState(false);
  const upload = useStore(uploadStore);
  const over = (next: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(next);
  };
  const size = fileSize(upload?.chosen.bytes ?? 0);
  return (
    <section
      aria-label={t("restore.step.file")}
      aria-busy={upload?.isSending}
      className={cx("h-full", isOver && "bg-ice-dim")}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        const file = event.dataTransfer.files[0];
        if (file) void rehearse(ofFile(file));
      }}
    >
      {upload?.isSending || upload?.refusal ? (
        <div className="flex items-center gap-3 border-b border-line pad py-3.5">
          <FileSquare />
          <div className="min-w-0 leading-[1.4]">
            <p className="font-mono text-md [overflow-wrap:anywhere]">{upload.chosen.name}</p>
            <p className="hint">{size}</p>
          </div>
        </div>
      ) : null}
      {upload?.isSending ? (
        <div role="status" className="flex gap-3 pad py-12">
          <span className="mt-0.5 text-ice">
            <Spinner size={18} />
          </span>
          <div>
            <p className="font-semibold">{t("restore.sending", { size })}</p>
            <p className="text-ink-2">{t("restore.sending_text")}</p>
          </div>
        </div>
      ) : upload?.refusal ? (
        <div role="alert" className="border-b border-stop/45 bg-stop/6">
          <EmptyState
            icon={<FileIcon size={24} className="text-stop" />}
            title={t(upload.refusal.isOfFile ? "restore.refused" : "restore.not_rehearsed")}
            text={upload.refusal.text}
            action={
              <>
                {upload.refusal.isOfFile ? null : (
                  <Button onClick={() => void rehearse(upload.chosen)}>{t("action.retry")}</Button>
                )}
                <ChooseFile label={t("restore.another")} />
                {isBackOffered ? (
                  <Button variant="quiet" onClick={() => uploadStore.set(null)}>
                    {t("restore.back")}
                  </Button>
                ) : null}
              </>
            }
          />
        </div>
      ) : (
        <>
          <EmptyState
            icon={<DatabaseIcon size={24} />}
            title={t("restore.drop")}
            text={t("restore.drop_text")}
            action={<ChooseFile label={t("restore.choose")} />}
          />
          <StoredBackups />
        </>
      )}
    </section>
  );
}

export const FileSquare = () => (
  <span className="grid size-8 flex-none place-items-center rounded-c bg-rail text-ink-2">
    <FileIcon size={16} />
  </span>
);
