import {
  type CreateProspectInput,
  createProspectInput,
  type Prospect,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Field, Input, Textarea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { AssigneeSelect } from "./fields/assignee-select.tsx";
import { DeadlinePicker } from "./fields/deadline-picker.tsx";
import { prospects } from "./prospects.api.ts";

const TEXTS = ["username", "email", "discordId", "starCitizenId", "referralSource"] as const;

const EMPTY = {
  displayName: "",
  username: "",
  email: "",
  discordId: "",
  starCitizenId: "",
  referralSource: "",
  notes: "",
  assignedTo: null as number | null,
  deadline: null as string | null,
};

/** The form for a new prospect; what was typed stays until it is saved or discarded. */
export default function AddProspectDialog(props: {
  onAdded: (prospect: Prospect) => void;
  onClose: () => void;
}) {
  const t = useT();
  const mayAssign = useCan("prospects.assign");
  const add = async (input: CreateProspectInput, _form: typeof EMPTY, key: string) => {
    const prospect = await prospects.create(input, { key });
    toast({ title: t("prospects.new.added"), description: prospect.displayName });
    props.onAdded(prospect);
    return false;
  };
  return (
    <FormDialog
      title={t("prospects.add")}
      description={t("prospects.new.text")}
      width={620}
      className="grid gap-4 sm:grid-cols-2"
      schema={createProspectInput}
      defaults={EMPTY}
      inputOf={({ assignedTo, deadline, ...texts }) => ({
        ...texts,
        assignedTo: assignedTo ?? undefined,
        deadline: deadline ?? undefined,
      })}
      confirmLabel={t("prospects.add")}
      failure={{ title: t("prospects.new.failed") }}
      fieldOfCode={{ discord_id_taken: "discordId", assignee_unavailable: "assignedTo" }}
      onSubmit={add}
      onClose={props.onClose}
    >
      {({ register, values, set, errorOf }) => (
        <>
          <Field
            label={t("prospects.new.displayName")}
            required
            error={errorOf("displayName", t("prospects.new.displayName_error"))}
          >
            <Input maxLength={64} autoComplete="off" {...register("displayName")} />
          </Field>
          {TEXTS.map((field) => (
            <Field
              key={field}
              label={t(`prospects.new.${field}`)}
              hint={field === "discordId" ? t("prospects.new.discordId_hint") : undefined}
              error={errorOf(field, t(`prospects.new.${field}_error`))}
            >
              <Input
                type={field === "email" ? "email" : "text"}
                inputMode={field === "discordId" ? "numeric" : undefined}
                maxLength={field === "email" ? 254 : 120}
                autoComplete="off"
                {...register(field)}
              />
            </Field>
          ))}
          {mayAssign ? (
            <AssigneeSelect
              value={values.assignedTo}
              onChange={(value) => set("assignedTo", value)}
              nobody={t("prospects.new.nobody")}
              error={errorOf("assignedTo", t("prospects.new.assignedTo_error"))}
            />
          ) : null}
          <div className="sm:col-span-2">
            <DeadlinePicker
              label={t("prospect.deadline_optional")}
              current={null}
              value={values.deadline}
              onChange={(value) => set("deadline", value ?? null)}
              error={errorOf("deadline", t("prospects.new.deadline_error"))}
            />
          </div>
          <Field
            className="sm:col-span-2"
            label={t("prospect.field.notes")}
            error={errorOf("notes", t("prospects.new.notes_error"))}
          >
            <Textarea
              maxLength={20_000}
              placeholder={t("prospect.notes.placeholder")}
              {...register("notes")}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
