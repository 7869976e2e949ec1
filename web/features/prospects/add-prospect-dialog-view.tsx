import {
  CORRECTABLE,
  createProspectInput,
  type Prospect,
  prospectFacts,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { blankForm } from "../../lib/form-fields.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MoreFields } from "../../ui/more-fields.tsx";
import { AssigneeSelect } from "./fields/assignee-select.tsx";
import { DeadlinePicker } from "./fields/deadline-fields.tsx";
import { AlikePeople } from "./person/alike-people.tsx";
import { FactFields, type FactValues } from "./person/fact-fields.tsx";
import { prospects } from "./prospects.api.ts";

/** The names and accounts by which a person may be known already. */
const namesOf = ({ displayName, username, discordId, starCitizenId }: FactValues) => {
  return { displayName, username, discordId, starCitizenId };
};

const OTHER_FACTS = CORRECTABLE.filter((name) => name !== "displayName");
const MORE = [...OTHER_FACTS, "deadline", "notes"] as const;

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
      defaults={{
        ...blankForm(prospectFacts),
        notes: "",
        assignedTo: null as number | null,
        deadline: null as string | null,
      }}
      confirmLabel={t("prospects.add")}
      failure={{ title: t("prospect.failed") }}
      fieldOfCode={{
        discord_id_taken: "discordId",
        discord_id_removed: "discordId",
        assignee_unavailable: "assignedTo",
      }}
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
          <div className="grid gap-4 sm:col-span-2">
            <FactFields form={form} names={["displayName"]} />
            <AlikePeople typed={namesOf(form.values)} className="empty:hidden" />
            {mayAssign ? (
              <AssigneeSelect
                {...form.bind("assignedTo", t("prospect.assign.choose_first"))}
                nobody={t("prospect.assign.nobody")}
                isShort
              />
            ) : null}
          </div>
          <MoreFields form={form} names={MORE} label={t("prospects.new.more")}>
            <FactFields form={form} names={OTHER_FACTS} />
            <div className="sm:col-span-2">
              <DeadlinePicker {...form.bind("deadline", t("prospects.new.deadline_error"))} />
            </div>
            <TextArea
              {...form.field("notes")}
              className="sm:col-span-2"
              label={t("prospect.field.notes")}
              maxLength={20_000}
              placeholder={t("prospect.notes.placeholder")}
            />
          </MoreFields>
        </>
      )}
    </FormDialog>
  );
}
