import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { Controller, type FieldError, type Resolver, useForm } from "react-hook-form";
import {
  type CreateProspectInput,
  createProspectInput,
  type Prospect,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input, Textarea } from "../../ui/field.tsx";
import { AssigneeSelect } from "./fields/assignee-select.tsx";
import { DeadlinePicker } from "./fields/deadline-picker.tsx";
import { EMPTY_FORM, isFormField, type ProspectForm, toInput } from "./prospect-form.ts";
import { createProspect } from "./prospects.api.ts";
import { useMe } from "./record/use-edit.ts";

const check = zodResolver(createProspectInput);
const resolver: Resolver<ProspectForm, unknown, CreateProspectInput> = async (form, context, options) => {
  const result = await check(toInput(form), context, options as never);
  return result as Awaited<ReturnType<Resolver<ProspectForm, unknown, CreateProspectInput>>>;
};

const TEXTS = ["username", "email", "discordId", "starCitizenId", "referralSource"] as const;

/** The form for somebody new in the pipeline; what was typed stays until it is saved or the dialog is closed. */
export default function AddProspectDialog(props: {
  onAdded: (prospect: Prospect) => void;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const me = useMe();
  const mayAssign = useCan("prospects.assign");
  const { register, control, handleSubmit, setError, formState } = useForm<
    ProspectForm,
    unknown,
    CreateProspectInput
  >({ defaultValues: EMPTY_FORM, resolver });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (input) => {
    try {
      const prospect = await createProspect(input, me);
      toast({ title: t("prospects.new.added"), description: prospect.displayName });
      props.onAdded(prospect);
    } catch (error) {
      toast({ title: t("prospects.new.failed"), description: errorText(error), variant: "destructive" });
      if (!(error instanceof ApiError)) return;
      for (const [field, [message]] of Object.entries(error.errors)) {
        if (isFormField(field) && message)
          setError(field, { type: "server", message }, { shouldFocus: true });
      }
      if (error.code === "discord_id_taken") {
        setError("discordId", { type: "server", message: error.detail }, { shouldFocus: true });
      }
      if (error.code === "assignee_unavailable") {
        setError("assignedTo", { type: "server", message: error.detail });
      }
    }
  });
  const text = (error: FieldError | undefined, ours: string) =>
    error ? (error.type === "server" ? error.message : ours) : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) props.onClose();
      }}
      title={t("prospects.add")}
      description={t("prospects.new.text")}
      width={620}
      initialFocus={`${id}-name`}
      footer={
        <>
          <Button onClick={() => !isSubmitting && props.onClose()}>{t("action.cancel")}</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {t("prospects.add")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void submit(event);
        }}
      >
        <Field
          id={`${id}-name`}
          label={t("prospects.new.displayName")}
          required
          error={text(errors.displayName, t("prospects.new.displayName_error"))}
        >
          <Input maxLength={64} autoComplete="off" {...register("displayName")} />
        </Field>
        {TEXTS.map((field) => (
          <Field
            key={field}
            label={t(`prospects.new.${field}`)}
            hint={field === "discordId" ? t("prospects.new.discordId_hint") : undefined}
            error={text(errors[field], t(`prospects.new.${field}_error`))}
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
          <Controller
            control={control}
            name="assignedTo"
            render={({ field }) => (
              <AssigneeSelect
                value={field.value ? Number(field.value) : null}
                onChange={(value) => field.onChange(value === null ? "" : String(value))}
                nobody={t("prospects.new.nobody")}
                error={text(errors.assignedTo, t("prospects.new.assignedTo_error"))}
              />
            )}
          />
        ) : null}
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name="deadline"
            render={({ field }) => (
              <DeadlinePicker
                label={t("prospect.deadline_optional")}
                current={null}
                value={field.value || null}
                onChange={(value) => field.onChange(value ?? "")}
                error={text(errors.deadline, t("prospects.new.deadline_error"))}
              />
            )}
          />
        </div>
        <Field
          className="sm:col-span-2"
          label={t("prospect.field.notes")}
          error={text(errors.notes, t("prospects.new.notes_error"))}
        >
          <Textarea maxLength={20_000} placeholder={t("prospect.notes.placeholder")} {...register("notes")} />
        </Field>
      </form>
    </Dialog>
  );
}
