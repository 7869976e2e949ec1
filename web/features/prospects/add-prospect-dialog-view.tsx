import { createProspectInput, type Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { AssigneeSelect } from "./fields/assignee-select.tsx";
import { DeadlinePicker } from "./fields/deadline-fields.tsx";
import { prospects } from "./prospects.api.ts";

/** The fields of one line, with the attributes of their inputs. */
const LINES = {
  displayName: { maxLength: 64 },
  username: { maxLength: 120 },
  email: { maxLength: 254, type: "email" },
  discordId: { maxLength: 120, inputMode: "numeric" },
  starCitizenId: { maxLength: 120 },
  referralSource: { maxLength: 120 },
} as const;
type Line = keyof typeof LINES;
const LINE_NAMES = Object.keys(LINES) as Line[];
const EMPTY = Object.fromEntries(LINE_NAMES.map((line) => [line, ""])) as Record<Line, string>;

export function AddProspectDialog(props: { onAdded: (prospect: Prospect) => void; onClose: () => void }) {
  const t = useT();
  const mayAssign = useCan("prospects.assign");
  return (
    <FormDialog
      title={t("prospects.add")}
      description={t("prospects.new.text")}
      width={620}
      className="grid gap-4 sm:grid-cols-2"
      schema={createProspectInput}
      defaults={{ ...EMPTY, notes: "", assignedTo: null as number | null, deadline: null as string | null }}
      confirmLabel={t("prospects.add")}
      failure={{ title: t("prospects.new.failed") }}
      fieldOfCode={{ discord_id_taken: "discordId", assignee_unavailable: "assignedTo" }}
      onSubmit={async (input, _form, key) => {
        const prospect = await prospects.create(input, { key });
        toast({ title: t("prospects.new.added"), description: prospect.displayName });
        props.onAdded(prospect);
        return false;
      }}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          {LINE_NAMES.map((field) => (
            <TextField
              key={field}
              type="text"
              autoComplete="off"
              {...LINES[field]}
              {...form.field(field, t(`prospects.new.${field}_error`))}
              label={t(`prospects.new.${field}`)}
              hint={field === "discordId" ? t("prospects.new.discordId_hint") : undefined}
              required={field === "displayName"}
            />
          ))}
          {mayAssign ? (
            <AssigneeSelect
              {...form.bind("assignedTo", t("prospects.new.assignedTo_error"))}
              nobody={t("prospects.new.nobody")}
              className="sm:col-span-2"
            />
          ) : null}
          <div className="sm:col-span-2">
            <DeadlinePicker {...form.bind("deadline", t("prospects.new.deadline_error"))} />
          </div>
          <TextArea
            {...form.field("notes", t("prospects.new.notes_error"))}
            className="sm:col-span-2"
            label={t("prospect.field.notes")}
            maxLength={20_000}
            placeholder={t("prospect.notes.placeholder")}
          />
        </>
      )}
    </FormDialog>
  );
}
