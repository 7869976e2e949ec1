import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import { TEXT_FAULTS } from "../../worker/lib/names.schema.ts";
import { ApiError, errorText } from "../lib/api.ts";
import { type Failure, tellFailure } from "../lib/failure.ts";
import { placeErrors, toInput } from "../lib/form-input.ts";
import { useT } from "../lib/i18n/i18n.ts";

/** What the fields of a form work with. */
export type FormParts<Values extends FieldValues> = Pick<UseFormReturn<Values>, "register"> & {
  /** What stands in the form now. */
  values: Values;
  set: <Field extends Path<Values>>(field: Field, value: Values[Field]) => void;
  /** What stands under a field: the server's own sentence, or `ours` when it was wrong before sending. */
  errorOf: (field: Path<Values>, ours?: string) => string | undefined;
  /** What a control that is no text field takes; `ours` as in `errorOf`. */
  bind: <Field extends Path<Values>>(
    field: Field,
    ours?: string,
  ) => { value: Values[Field]; onChange: (value: Values[Field]) => void; error: string | undefined };
};

/** What makes a form. */
export type FormOptions<Values extends FieldValues, Input> = {
  /** The call's schema in the worker. */
  schema: z.ZodMiniType<Input>;
  /** What the form begins with. It is sent trimmed and without empty texts. */
  defaults: Values;
  /** What the call takes, out of the form; the form itself when left out. */
  inputOf?: (values: Values) => unknown;
  /** Sends it; what it throws is shown. With the form's `key`, a record that is sent twice is created once. */
  onSubmit: (input: Input, values: Values, key: string) => Promise<unknown>;
  /** How a failure is told. */
  failure: Failure;
  /** The field that an error is about which names no field, by the error's code. */
  fieldOfCode?: Record<string, Path<Values>>;
};

/** A form, checked by the schema that the server checks with. What the server refuses stands at its field, or below. */
export function useSendForm<Values extends FieldValues, Input>(options: FormOptions<Values, Input>) {
  const t = useT();
  const { schema, defaults, inputOf } = options;
  const [key] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string | null>(null);
  const check = zodResolver(schema as never) as unknown as Resolver<Values, unknown, Input>;
  const form = useForm<Values, unknown, Input>({
    defaultValues: defaults as DefaultValues<Values>,
    resolver: (values, context, resolving) =>
      check(toInput(inputOf ? inputOf(values) : values) as Values, context, resolving),
  });
  const { errors, isSubmitting, isDirty, isSubmitted } = form.formState;
  const values = form.watch();

  const submit = form.handleSubmit(async (input) => {
    setError(null);
    try {
      await options.onSubmit(input, form.getValues(), key);
    } catch (failed) {
      tellFailure(failed, options.failure);
      const { errors: sentences, code } = failed instanceof ApiError ? failed : { errors: {}, code: "" };
      const about = options.fieldOfCode?.[code];
      const all = about ? { ...sentences, [about]: [errorText(failed)] } : sentences;
      const placed = placeErrors(all, Object.keys(defaults));
      for (const [at, [field, message]] of placed.entries()) {
        form.setError(field as Path<Values>, { type: "server", message }, { shouldFocus: at === 0 });
      }
      if (placed.length === 0) setError(errorText(failed));
    }
  });
  const parts: FormParts<Values> = {
    register: form.register,
    values,
    set: (field, value) => form.setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted }),
    errorOf: (field, ours = t("form.invalid")) => {
      const found = form.getFieldState(field, form.formState).error;
      const fault = TEXT_FAULTS.find((each) => each === found?.message);
      return found && (fault ? t(`form.${fault}`) : found.type === "server" ? found.message : ours);
    },
    bind: (field, ours) => ({
      value: values[field],
      onChange: (value) => parts.set(field, value),
      error: parts.errorOf(field, ours),
    }),
  };
  // An error of a field that the form does not show would leave nothing to see.
  const hidden = Object.keys(errors).some((field) => !(field in defaults)) ? t("form.invalid") : null;
  return {
    parts,
    isDirty,
    isSubmitting,
    /** What is said below the form. */
    error: error ?? hidden,
    /** Checks and sends it. */
    submit: () => void submit(),
    reset: form.reset,
  };
}

/** A form's element: its fields, what is wrong with it as a whole, and its buttons where they stand inside. */
export function FormBody<Values extends FieldValues>(props: {
  form: Pick<ReturnType<typeof useSendForm<Values, unknown>>, "parts" | "error" | "isSubmitting" | "submit">;
  id?: string;
  className?: string | undefined;
  /** It cannot be sent yet. */
  isBlocked?: boolean;
  buttons?: ReactNode;
  children: (parts: FormParts<Values>) => ReactNode;
}) {
  const { parts, error, isSubmitting, submit } = props.form;
  return (
    <form
      id={props.id}
      noValidate
      className={props.className ?? "grid gap-4"}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isSubmitting && !props.isBlocked) submit();
      }}
    >
      {props.children(parts)}
      {error ? (
        <p role="alert" className="text-stop sm:col-span-full">
          {error}
        </p>
      ) : null}
      {props.buttons}
    </form>
  );
}
