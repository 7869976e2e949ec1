import { useState } from "react";
import {
  createTemplateInput,
  type EventTemplate,
  TEMPLATE_NAME_LENGTH,
} from "../../../../worker/features/events/templates/templates.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { resource } from "../../../lib/resource.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { EditIcon, MoreIcon, TrashIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import type { EventValues } from "./form-values.ts";
import { termsOf } from "./template-values.ts";

const templates = resource<EventTemplate>({ path: "/api/event-templates", topics: ["events"] });

const useTemplates = () => templates.useList().list?.items ?? [];

/** Begins the form with what a template says. */
export function TemplateChoice({ onChoose }: { onChoose: (template: EventTemplate) => void }) {
  const t = useT();
  const all = useTemplates();
  const [chosen, setChosen] = useState("");
  if (all.length === 0) return null;
  return (
    <SelectField
      label={t("event_form.template")}
      hint={t("event_form.template_hint")}
      inputClass="md:max-w-[340px]"
      empty={t("event_form.template_none")}
      value={chosen}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target }) => {
        setChosen(target.value);
        const template = all.find(({ id }) => String(id) === target.value);
        if (template) onChoose(template);
      }}
    />
  );
}

/** Saves the form as a template, and shows the templates. */
export function TemplateMenu({ values }: { values: EventValues }) {
  const t = useT();
  const [open, setOpen] = useState<"save" | "all" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu trigger={<IconButton label={t("event_form.templates")} icon={<MoreIcon />} className="-my-1" />}>
        <MenuItem onSelect={() => setOpen("save")}>{t("event_form.template_save")}</MenuItem>
        <MenuItem onSelect={() => setOpen("all")}>{t("event_form.templates")}</MenuItem>
      </Menu>
      {open === "save" ? <SaveTemplate values={values} onClose={close} /> : null}
      {open === "all" ? <AllTemplates onClose={close} /> : null}
    </>
  );
}

/** Saves what the form says under a name; a template that has the name already is replaced once that is confirmed. */
function SaveTemplate({ values, onClose }: { values: EventValues; onClose: () => void }) {
  const t = useT();
  const all = useTemplates();
  const named = (name: string) =>
    all.find((each) => each.name.toLowerCase() === name.trim().toLowerCase()) ?? null;
  return (
    <FormDialog
      title={t("event_form.template_save")}
      description={t("event_form.template_hint")}
      width={460}
      schema={createTemplateInput}
      defaults={{ name: values.title.trim() }}
      inputOf={({ name }) => ({ name, terms: termsOf(values) })}
      confirmLabel={({ name }) => t(named(name) ? "event_form.template_replace" : "action.save")}
      failure={{ title: t("event_form.template_failed") }}
      fieldOfCode={{ event_template_name_taken: "name" }}
      onSubmit={async (input, { name }, key) => {
        const old = named(name);
        const { terms } = input;
        if (old) await templates.edit(old, { body: { terms }, patch: { terms } });
        else await templates.create(input, { key });
        toast({ title: t("event_form.template_saved"), description: name.trim() });
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextField
          {...form.field("name", t("event_form.text_needed", { most: TEMPLATE_NAME_LENGTH }))}
          label={t("event_form.template_name")}
          hint={named(form.values.name) ? t("event_form.template_taken") : null}
          required
          autoComplete="off"
          maxLength={TEMPLATE_NAME_LENGTH}
        />
      )}
    </FormDialog>
  );
}

/** The templates, each with its name to change and a button that deletes it. */
function AllTemplates({ onClose }: { onClose: () => void }) {
  const t = useT();
  const all = useTemplates();
  const [renamed, setRenamed] = useState<EventTemplate | null>(null);
  const [deleted, setDeleted] = useState<EventTemplate | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("event_form.templates")}
      width={460}
      footer={<Button onClick={onClose}>{t("action.close")}</Button>}
    >
      {all.length === 0 ? (
        <EmptyState title={t("event_form.templates_empty")} />
      ) : (
        <ul>
          {all.map((template) => (
            <li
              key={template.id}
              className="flex items-center gap-1 border-t border-line py-1.5 first:border-t-0"
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{template.name}</span>
              <IconButton
                label={t("event_form.template_rename", { name: template.name })}
                icon={<EditIcon />}
                onClick={() => setRenamed(template)}
              />
              <IconButton
                label={t("event_form.template_delete", { name: template.name })}
                icon={<TrashIcon />}
                onClick={() => setDeleted(template)}
              />
            </li>
          ))}
        </ul>
      )}
      {deleted ? (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleted(null)}
          title={t("event_form.template_delete_title", { name: deleted.name })}
          description={t("event_form.template_delete_text")}
          confirmLabel={t("event_form.template_delete_confirm")}
          danger
          onConfirm={() => templates.remove(deleted)}
          done={{ title: t("event_form.template_deleted"), description: deleted.name }}
        />
      ) : null}
      {renamed ? (
        <FormDialog
          title={t("event_form.template_rename", { name: renamed.name })}
          width={460}
          schema={createTemplateInput}
          defaults={{ name: renamed.name }}
          inputOf={({ name }) => ({ name, terms: {} })}
          confirmLabel={t("action.save")}
          failure={{ title: t("event_form.template_failed") }}
          fieldOfCode={{ event_template_name_taken: "name" }}
          onSubmit={({ name }) => templates.edit(renamed, { body: { name }, patch: { name } })}
          onClose={() => setRenamed(null)}
        >
          {(form) => (
            <TextField
              {...form.field("name", t("event_form.text_needed", { most: TEMPLATE_NAME_LENGTH }))}
              label={t("event_form.template_name")}
              required
              autoComplete="off"
              maxLength={TEMPLATE_NAME_LENGTH}
            />
          )}
        </FormDialog>
      ) : null}
    </Dialog>
  );
}
