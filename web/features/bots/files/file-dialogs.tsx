import { useState } from "react";
import { type BotFile, createBotFileInput } from "../../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { createFile, files } from "./files.api.ts";

/** Asks for the name of a new file, or another one for a file that exists. */
export function FileNameDialog(props: {
  botId: number;
  file: BotFile | null;
  onDone: (file: BotFile) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { botId, onClose } = props;
  const [file] = useState(props.file);
  const editing = files.useEdit();
  const { conflict } = editing;
  const failure = { title: t("bots.failed") };
  const done = (saved: BotFile) => {
    toast({
      title: t("bots.file.saved"),
      description: t(file ? "bots.file.renamed_text" : "bots.file.created_text", { name: saved.fileName }),
    });
    props.onDone(saved);
    onClose();
  };
  const keepMine = async () => {
    try {
      const saved = await editing.keepMine();
      if (saved) done(saved);
    } catch (error) {
      tellFailure(error, failure);
    }
  };
  return (
    <FormDialog
      width={440}
      title={file ? t("bots.file.rename_title", { name: file.fileName }) : t("bots.file.new")}
      schema={createBotFileInput}
      defaults={{ fileName: file?.fileName ?? "" }}
      inputOf={({ fileName }) => ({ botId, fileName: fileName.trim() })}
      confirmLabel={t(file ? "bots.file.rename" : "bots.file.create")}
      failure={failure}
      fieldOfCode={{ bot_file_exists: "fileName" }}
      onSubmit={async (input, _form, key) => {
        const { fileName } = input;
        if (fileName === file?.fileName) return onClose();
        const saved = file
          ? await editing.run(file, { body: { fileName }, patch: { fileName } })
          : await createFile(input, key);
        if (saved) done(saved);
        return false;
      }}
      conflict={
        conflict ? (
          <ConflictPanel
            name={conflict.base.fileName}
            base={conflict.base}
            patch={conflict.edit.patch}
            current={conflict.current}
            labels={{ fileName: t("bots.file.name") }}
            textOf={(_field, value) => value}
            pending={editing.pending}
            onKeepMine={() => void keepMine()}
            onTakeTheirs={onClose}
          />
        ) : null
      }
      onClose={onClose}
    >
      {({ register, errorOf }) => (
        <Field
          label={t("bots.file.name")}
          hint={t("bots.file.name_hint")}
          error={errorOf("fileName", t("bots.file.name_error"))}
          required
        >
          <Input
            className="font-mono"
            maxLength={120}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register("fileName")}
          />
        </Field>
      )}
    </FormDialog>
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
        await files.remove(file);
        toast({ title: t("bots.file.deleted"), description: file.fileName });
        onDone();
      }}
    />
  );
}
