import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { TEXT_FAULTS } from "../../worker/lib/names.schema.ts";
import { ApiError, errorText } from "../lib/api.ts";
import { type Failure, tellFailure } from "../lib/failure.ts";
import { placeErrors, toInput } from "../lib/form-input.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { createKeptForms, stillFitting, typedInto } from "../lib/kept-forms.ts";
import { beforeReload } from "../lib/reload.ts";
import { createSendKeys } from "../lib/send-keys.ts";
import { useUser } from "../lib/session.tsx";
import { dismissFailures } from "../lib/toast.ts";

export type FormOptions<Values extends FieldValues, Input> = {
  schema: z.ZodMiniType<Input>;
  /** The first values. They are sent trimmed and without empty texts. */
  defaults: Values;
  /** The input of the call, made of the values; the values themselves without it. */
  inputOf?: (values: Values) => object;
  /** Sends the input; errors are shown. With the input's `key`, a record that is sent twice is created once. */
  onSubmit: (input: Input, values: Values, key: string) => Promise<unknown>;
  failure: Failure;
  /** The field of an error that names none, by the error's code. */
  fieldOfCode?: Record<string, Path<Values>>;
};

const forms = createKeptForms();

/** Fields that no browser storage may hold. */
const SECRET = "[type=password], [autocomplete=one-time-code]";

const secretFields = () => [...document.querySelectorAll<HTMLInputElement>(SECRET)].map(({ name }) => name);

/** Keeps typed values over a reload of the page, for the form of that `title` and these fields at the same address. */
function useKeptForm<Values extends FieldValues>(
  title: string,
  defaults: Values,
  form: Pick<ReturnType<typeof useForm<Values>>, "getValues" | "setValue">,
): void {
  const userId = useUser().user?.id ?? null;
  const name = `${title} ${Object.keys(defaults)}`;
  const restore = useEffectEvent((key: string) => {
    if (userId === null) return;
    for (const [field, value] of stillFitting(forms.take(userId, key), defaults))
      form.setValue(field as Path<Values>, value as never, { shouldDirty: true });
  });
  const keep = useEffectEvent((key: string) => {
    if (userId !== null) forms.keep(userId, key, typedInto(defaults, form.getValues(), secretFields()));
  });
  useEffect(() => {
    const key = `${location.pathname}${location.search} ${name}`;
    restore(key);
    return beforeReload(() => keep(key));
  }, [name]);
}

/** A form, checked by the schema that the server checks with. The server's errors appear at their fields, others in a toast. */
export function useSendForm<Values extends FieldValues, Input>(options: FormOptions<Values, Input>) {
  const t = useT();
  const { schema, defaults, inputOf } = options;
  const [keys] = useState(createSendKeys);
  /** How often it was submitted with an invalid value. */
  const [refused, setRefused] = useState(0);
  const check = zodResolver(schema as never) as unknown as Resolver<Values, unknown, Input>;
  const form = useForm<Values, unknown, Input>({
    defaultValues: defaults as DefaultValues<Values>,
    resolver: (values, context, resolving) =>
      check(toInput(inputOf ? inputOf(values) : values) as Values, context, resolving),
  });
  const { errors, isSubmitting, isDirty, isSubmitted, dirtyFields: _ } = form.formState;
  const values = form.watch();
  useKeptForm(options.failure.title, defaults, form);

  const sent = useRef<Values>(null);
  const send = async (input: Input) => {
    dismissFailures(options.failure.title);
    sent.current = { ...form.getValues() };
    try {
      await options.onSubmit(input, sent.current, keys.of(input));
    } catch (failed) {
      const { errors: sentences, code } = failed instanceof ApiError ? failed : { errors: {}, code: "" };
      const about = options.fieldOfCode?.[code];
      const all = about ? { ...sentences, [about]: [errorText(failed)] } : sentences;
      const placed = placeErrors(all, Object.keys(defaults));
      for (const [at, [field, message]] of placed.entries()) {
        form.setError(field as Path<Values>, { type: "server", message }, { shouldFocus: at === 0 });
      }
      // Said once: at its field, or in a toast.
      if (placed.length === 0) tellFailure(failed, options.failure);
    }
  };
  const submit = form.handleSubmit(send, () => setRefused((times) => times + 1));
  const set = <Field extends Path<Values>>(field: Field, value: Values[Field]) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted });
  const settle = (stored: Values) => {
    const values = Object.entries(form.getValues()) as [Path<Values>, Values[Path<Values>]][];
    const typed = values.filter(([field, value]) => value !== sent.current?.[field]);
    form.reset(stored);
    for (const [field, value] of typed) form.setValue(field, value, { shouldDirty: true });
  };
  /** The error of a field: the server's own sentence, or `ours` for one that was found before sending. */
  const errorOf = (field: Path<Values>, ours = t("form.invalid")): string | undefined => {
    const found = form.getFieldState(field, form.formState).error;
    const fault = TEXT_FAULTS.find((each) => each === found?.message);
    return found && (fault ? t(`form.${fault}`) : found.type === "server" ? found.message : ours);
  };
  const parts = {
    register: form.register,
    values,
    set,
    errorOf,
    /** Whether a field has another value than at first. */
    isDirty: (field: Path<Values>): boolean => form.getFieldState(field, form.formState).isDirty,
    /** Props of a TextField, TextArea or SelectField. */
    field: <Name extends Path<Values>>(name: Name, ours?: string) => ({
      ...form.register(name),
      error: errorOf(name, ours),
    }),
    /** Props of any other control. */
    bind: <Field extends Path<Values>>(field: Field, ours?: string) => ({
      value: values[field],
      onChange: (value: Values[Field]) => set(field, value),
      error: errorOf(field, ours),
    }),
  };
  // An error of a field that the form does not show would be invisible.
  const hidden = Object.keys(errors).some((field) => !(field in defaults)) ? t("form.invalid") : null;
  return {
    parts,
    isDirty,
    isSubmitting,
    refused,
    /** The error below the form. */
    error: hidden,
    submit: () => void submit(),
    /** Begins again from these values, and drops what was typed. */
    reset: form.reset,
    /** Begins again from what was stored of what was sent, and keeps what was typed meanwhile. */
    settle,
  };
}

export type FormParts<Values extends FieldValues> = ReturnType<typeof useSendForm<Values, unknown>>["parts"];

/** The element of a form: its fields, the error below them, and buttons that are inside the form. */
export function FormBody<Values extends FieldValues>(props: {
  form: Pick<
    ReturnType<typeof useSendForm<Values, unknown>>,
    "parts" | "error" | "isSubmitting" | "refused" | "submit"
  >;
  id?: string;
  className?: string | undefined;
  isBlocked?: boolean;
  buttons?: ReactNode;
  children: (parts: FormParts<Values>) => ReactNode;
}) {
  const { parts, error, isSubmitting, refused, submit } = props.form;
  const body = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused > 0) body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refused]);
  return (
    <form
      ref={body}
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
