import { useState } from "react";
import {
  type AnswerTemplate,
  addTemplateInput,
  MESSAGE_LENGTH,
  NAME_PLACE,
  TEMPLATE_NAME_LENGTH,
  TEMPLATES_MOST,
} from "../../../../worker/features/joining/joining.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { PlusIcon } from "../../../ui/icons.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { useTemplates } from "../review/review.api.ts";
import { addTemplate, removeTemplate, templates } from "./door.api.ts";

const BLANK = { name: "", textEn: "", textDa: "" };

/** The answers that officers send to many applicants. */
export function Templates() {
  const t = useT();
  const answer = useTemplates();
  const [editing, setEditing] = useState<AnswerTemplate | "new" | null>(null);
  const count = answer.data?.length ?? 0;
  const add = (
    <Button
      size="s"
      icon={<PlusIcon size={14} />}
      reason={count >= TEMPLATES_MOST ? t("door.templates_full", { most: TEMPLATES_MOST }) : null}
      onClick={() => setEditing("new")}
    >
      {t("door.template_add")}
    </Button>
  );
  return (
    <>
      <Panel title={t("door.answers")} actions={count > 0 ? add : null}>
        <AnswerView answer={answer} loading={<SkeletonLines lines={6} className="p-[18px]" />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title={t("door.templates_none")} action={add} />
            ) : (
              <ul>
                {list.map((each) => (
                  <Template key={each.id} template={each} onEdit={() => setEditing(each)} />
                ))}
              </ul>
            )
          }
        </AnswerView>
      </Panel>
      {editing === "new" ? <AddDialog onClose={() => setEditing(null)} /> : null}
      {editing && editing !== "new" ? (
        <EditDialog template={editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

function Template({ template, onEdit }: { template: AnswerTemplate; onEdit: () => void }) {
  const t = useT();
  const { name, textEn, textDa } = template;
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line pad py-3.5 first:border-t-0 md:grid-cols-[200px_minmax(0,1fr)_auto]">
      <p className="font-book [overflow-wrap:anywhere]">{name}</p>
      <dl className="grid max-w-[80ch] gap-1.5 text-ink-2">
        {[
          ["en", textEn],
          ["da", textDa],
        ].map(([language, text]) =>
          text ? (
            <div key={language} className="grid grid-cols-[32px_minmax(0,1fr)]">
              <dt className="hint pt-px uppercase">{language}</dt>
              <dd className="line-clamp-3 whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <div className="flex items-start gap-2">
        <Button size="s" aria-label={t("door.template_edit_is", { name })} onClick={onEdit}>
          {t("door.template_edit")}
        </Button>
        <ConfirmButton
          size="s"
          variant="quiet"
          label={t("door.template_remove")}
          title={t("door.template_remove_ask", { name })}
          description={t("door.template_remove_text")}
          danger
          onConfirm={() => removeTemplate(template)}
          done={{ title: t("door.template_removed") }}
        />
      </div>
    </li>
  );
}

type Field = Parameters<Parameters<typeof FormDialog<typeof BLANK, object>>[0]["children"]>[0]["field"];

const Fields = ({ field }: { field: Field }) => {
  const t = useT();
  const most = { rows: 5, maxLength: MESSAGE_LENGTH, inputClass: "field-sizing-content max-h-[320px]" };
  return (
    <>
      <TextField
        {...field("name")}
        label={t("door.template_name")}
        required
        maxLength={TEMPLATE_NAME_LENGTH}
        autoComplete="off"
      />
      <TextArea
        {...field("textEn", t("door.template_empty"))}
        {...most}
        label={t("door.template_en")}
        hint={t("door.template_hint", { place: NAME_PLACE })}
      />
      <TextArea {...field("textDa")} {...most} label={t("door.template_da")} />
    </>
  );
};

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { user } = useUser();
  return (
    <FormDialog
      title={t("door.template_add")}
      confirmLabel={t("door.template_add")}
      schema={addTemplateInput}
      defaults={BLANK}
      failure={{ title: t("door.not_saved") }}
      onSubmit={async (input, _form, key) => {
        await addTemplate(user?.organizationId ?? 0, input, key);
        toast({ title: t("door.saved") });
      }}
      onClose={onClose}
      width={640}
    >
      {({ field }) => <Fields field={field} />}
    </FormDialog>
  );
}

function EditDialog({ template, onClose }: { template: AnswerTemplate; onClose: () => void }) {
  const t = useT();
  const { base, send, dialog } = useEditDialog(templates, template, {
    failed: t("door.not_saved"),
    onSaved: () => toast({ title: t("door.saved") }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<AnswerTemplate, "name" | "textEn" | "textDa">
        {...conflict}
        name={template.name}
        labels={{
          name: t("door.template_name"),
          textEn: t("door.template_en"),
          textDa: t("door.template_da"),
        }}
        textOf={(_, value) => value}
      />
    ),
  });
  const { name, textEn, textDa } = base;
  return (
    <FormDialog
      {...dialog}
      title={t("door.template_edit_is", { name })}
      confirmLabel={t("action.save")}
      schema={addTemplateInput}
      defaults={{ name, textEn, textDa }}
      reasonOf={(values) =>
        values.name === name && values.textEn === textEn && values.textDa === textDa
          ? t("door.nothing")
          : null
      }
      onSubmit={(body) => send({ method: "PUT", body, patch: body })}
      width={640}
    >
      {({ field }) => <Fields field={field} />}
    </FormDialog>
  );
}
