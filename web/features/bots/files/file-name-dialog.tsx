import { type BotFile, createBotFileInput } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { TextField, USERNAME } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { createFile, files } from "./files.api.ts";

export function FileNameDialog(props: {
  botId: number;
  /** The file to rename; null for a new one. */
  file: BotFile | null;
  onDone: (file: BotFile) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { botId, file, onDone, onClose } = props;
  const done = (saved: BotFile) => {
    toast({ title: t("bots.file.saved"), description: saved.fileName });
    onDone(saved);
  };
  const { send, dialog } = useEditDialog<BotFile, BotFile | null>(files, file, {
    failed: t("bots.failed"),
    onSaved: done,
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<BotFile, "fileName">
        {...conflict}
        name={conflict.base.fileName}
        labels={{ fileName: t("bots.file.name") }}
        textOf={(_field, value) => value}
      />
    ),
  });
  return (
    <FormDialog
      {...dialog}
      width={440}
      title={file ? t("bots.file.rename_title", { name: file.fileName }) : t("bots.file.new")}
      schema={createBotFileInput}
      defaults={{ fileName: file?.fileName ?? "" }}
      inputOf={({ fileName }) => ({ botId, fileName: fileName.trim() })}
      confirmLabel={t(file ? "bots.file.rename" : "action.save")}
      fieldOfCode={{ bot_file_exists: "fileName" }}
      onSubmit={async (input, _form, key) => {
        const { fileName } = input;
        if (fileName === file?.fileName) return true;
        if (file) return send({ body: { fileName }, patch: { fileName } });
        done(await createFile(input, key));
        return true;
      }}
    >
      {({ field }) => (
        <TextField
          {...field("fileName", t("bots.file.name_error"))}
          {...USERNAME}
          label={t("bots.file.name")}
          hint={t("bots.file.name_hint")}
          required
          inputClass="font-mono"
          maxLength={120}
        />
      )}
    </FormDialog>
  );
}
