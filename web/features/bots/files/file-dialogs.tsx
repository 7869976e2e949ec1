import { type FormEvent, useId, useRef, useState } from "react";
import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { botFileName } from "../../../../worker/features/bots/bots.schema.ts";
import { ApiError, errorText } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { createFile, deleteFile, saveFile } from "./files.api.ts";

/** Asks for the name of a new file, or another one for a file that exists. */
export function FileNameDialog(props: {
  botId: number;
  file: BotFile | null;
  taken: string[];
  onDone: (file: BotFile) => void;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const { botId, file, taken, onDone, onClose } = props;
  const [name, setName] = useState(file?.fileName ?? "");
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const busy = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const fileName = name.trim();
    if (busy.current) return;
    if (file && fileName === file.fileName) return onClose();
    if (!botFileName.safeParse(fileName).success) return setError(t("bots.file.name_error"));
    if (taken.includes(fileName)) return setError(t("bots.file.name_taken"));
    busy.current = true;
    setIsSaving(true);
    try {
      const saved = file
        ? await saveFile(file.id, { fileName, version: file.version })
        : await createFile({ botId, fileName });
      toast({
        title: t("bots.file.saved"),
        description: t(file ? "bots.file.renamed_text" : "bots.file.created_text", { name: fileName }),
      });
      onDone(saved);
    } catch (failure) {
      const sentences = failure instanceof ApiError ? failure.errors.fileName : undefined;
      setError(sentences?.join(" ") ?? errorText(failure));
      toast({ title: t("bots.failed"), description: errorText(failure), variant: "destructive" });
    } finally {
      busy.current = false;
      setIsSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSaving) onClose();
      }}
      width={440}
      title={file ? t("bots.file.rename_title", { name: file.fileName }) : t("bots.file.new")}
      initialFocus={`${id}-name`}
      footer={
        <>
          <Button onClick={() => !isSaving && onClose()}>{t("action.cancel")}</Button>
          <Button type="submit" form={id} variant="primary" pending={isSaving}>
            {t(file ? "bots.file.rename" : "bots.file.create")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          id={`${id}-name`}
          label={t("bots.file.name")}
          hint={t("bots.file.name_hint")}
          error={error}
          required
        >
          <Input
            className="font-mono"
            value={name}
            maxLength={120}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setName(event.target.value);
              setError(null);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** Asks before a file goes, with its history. */
export function DeleteFileDialog(props: { file: BotFile; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const { file, onDone, onClose } = props;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("bots.file.delete_title", { name: file.fileName })}
      description={t("bots.file.delete_text")}
      confirmLabel={t("bots.file.delete")}
      danger
      onConfirm={async () => {
        await deleteFile(file);
        toast({ title: t("bots.file.deleted"), description: file.fileName });
        onDone();
      }}
    />
  );
}
