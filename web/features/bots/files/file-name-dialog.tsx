import { type BotFile, createBotFileInput } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { ConflictPanel, conflictOf } from "../../../ui/conflict-panel.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { createFile, files } from "./files.api.ts";

/** Asks for the name of a new file, or another one for a file that exists. */
export function FileNameDialog(props: {
  botId: number;
  /** The file as it was when its name was asked for; null for a new one. */
  file: BotFile | null;
  onDone: (file: BotFile) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { botId, file, onDone, onClose } = props;
  const editing = files.useEdit();
  const failure = { title: t("bots.failed") };
  const done = (saved: BotFile) => {
    toast({
      title: t("bots.file.saved"),
      description: t(file ? "bots.file.renamed_text" : "bots.file.created_text", { name: saved.fileName }),
    });
    onDone(saved);
  };
  const conflict = conflictOf(editing, failure, (saved) => {
    if (saved) done(saved);
    onClose();
  });
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
        if (fileName === file?.fileName) return;
        const saved = file
          ? await editing.run(file, { body: { fileName }, patch: { fileName } })
          : await createFile(input, key);
        if (!saved) return false;
        done(saved);
      }}
      conflict={
        conflict ? (
          <ConflictPanel
            {...conflict}
            name={conflict.base.fileName}
            labels={{ fileName: t("bots.file.name") }}
            textOf={(_field, value) => value}
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
