import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, errorText } from "../lib/api.ts";
import { type Failure, tellFailure } from "../lib/failure.ts";
import { useFocusKept } from "../lib/focus.ts";
import { placeErrors, toInput } from "../lib/form-input.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";

/** What the fields of a form work with. */
export type FormParts<Values extends FieldValues> = Pick<UseFormReturn<Values>, "register" | "control"> & {
  /** What stands in the form now. */
  values: Values;
  set: <Field extends Path<Values>>(field: Field, value: Values[Field]) => void;
  /** What stands under a field: the server's own sentence, or `ours` when it was wrong before sending. */
  errorOf: (field: Path<Values>, ours?: string) => string | undefined;
};

/**
 * A dialog with one form. What is typed is checked by the schema that the server checks with; what the server refuses stands
 * at its field, or below the form. It closes when sending went through and never while it is under way; what was
 * typed is discarded by Cancel, or after a question.
 */
export function FormDialog<Values extends FieldValues, Input>(props: {
  title: string;
  description?: ReactNode;
  width?: number;
  /** Selector of what has the focus afterwards, where that is not simply what had it before. */
  returnFocus?: string | undefined;
  /** The call's schema in the worker. */
  schema: z.ZodMiniType<Input>;
  /** What the form begins with. It is sent trimmed and without empty texts. */
  defaults: Values;
  /** What the call takes, out of the form; the form itself when left out. */
  inputOf?: (values: Values) => unknown;
  confirmLabel: string;
  danger?: boolean;
  /** Why it cannot be sent yet. */
  reasonOf?: (values: Values) => string | null;
  /** Sends it; false keeps the dialog open. What it throws is shown. */
  onSubmit: (input: Input, values: Values) => Promise<unknown>;
  /** How a failure is told. */
  failure: Failure;
  /** The field that an error is about which names no field, by the error's code. */
  fieldOfCode?: Record<string, Path<Values>>;
  /** Stands in place of the form when another user saved first: a ConflictPanel. */
  conflict?: ReactNode;
  onClose: () => void;
  className?: string;
  children: (form: FormParts<Values>) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  useFocusKept();
  const { schema, inputOf, conflict, onClose } = props;
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const check = zodResolver(schema as never) as unknown as Resolver<Values, unknown, Input>;
  const form = useForm<Values, unknown, Input>({
    defaultValues: props.defaults as DefaultValues<Values>,
    resolver: (values, context, options) =>
      check(toInput(inputOf ? inputOf(values) : values) as Values, context, options),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const values = form.watch();
  const reason = props.reasonOf?.(values) ?? null;

  const submit = form.handleSubmit(async (input) => {
    setError(null);
    try {
      if ((await props.onSubmit(input, form.getValues())) !== false) onClose();
    } catch (failed) {
      tellFailure(failed, props.failure);
      const sentences = failed instanceof ApiError ? failed.errors : {};
      const code = failed instanceof ApiError ? props.fieldOfCode?.[failed.code] : undefined;
      const placed = placeErrors(
        sentences,
        Object.keys(props.defaults),
        code ? { [code]: errorText(failed) } : {},
      );
      for (const [at, [field, message]] of placed.entries()) {
        form.setError(field as Path<Values>, { type: "server", message }, { shouldFocus: at === 0 });
      }
      if (placed.length === 0) setError(errorText(failed));
    }
  });
  const leave = () => {
    if (isSubmitting) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const errorOf = (field: Path<Values>, ours = t("form.invalid")) => {
    const found = form.getFieldState(field, form.formState).error;
    return found && (found.type === "server" ? found.message : ours);
  };
  // An error of a field that the form does not show would leave nothing to see.
  const hidden = Object.keys(errors).some((field) => !(field in props.defaults)) ? t("form.invalid") : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      title={props.title}
      description={props.description}
      {...(props.width ? { width: props.width } : {})}
      {...(props.returnFocus ? { returnFocus: props.returnFocus } : {})}
      footer={
        conflict ? undefined : (
          <>
            <Button onClick={() => !isSubmitting && onClose()}>{t("action.cancel")}</Button>
            <Button
              type="submit"
              form={id}
              variant={props.danger ? "danger" : "primary"}
              reason={reason}
              pending={isSubmitting}
            >
              {props.confirmLabel}
            </Button>
          </>
        )
      }
    >
      {conflict || (
        <form
          id={id}
          noValidate
          className={props.className ?? "grid gap-4"}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (!isSubmitting && !reason) void submit();
          }}
        >
          {props.children({
            register: form.register,
            control: form.control as unknown as UseFormReturn<Values>["control"],
            values,
            set: (field, value) =>
              form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
            errorOf,
          })}
          {(error ?? hidden) ? (
            <p role="alert" className="text-stop sm:col-span-full">
              {error ?? hidden}
            </p>
          ) : null}
        </form>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("form.discard_title")}
        description={t("form.discard_text")}
        confirmLabel={t("form.discard")}
        cancelLabel={t("form.keep_editing")}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}
