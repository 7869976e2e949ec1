import { type ReactNode, useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { FormBody, type FormOptions, type FormParts, useSendForm } from "./form.tsx";

/** A dialog with one form. It closes when the form is sent, unless `onSubmit` resolves to false; Escape and veil ask first. */
export function FormDialog<Values extends FieldValues, Input>(
  props: FormOptions<Values, Input> &
    Pick<DialogProps, "title" | "description" | "width" | "returnFocus" | "initialFocus"> & {
      confirmLabel: string;
      /** Label of the same button while the form is sent. */
      pendingLabel?: string;
      /** A second button that sends the form, after `set` has changed its values. */
      also?: { label: string; set: (form: FormParts<Values>) => void };
      /** At the start of the footer, such as a button that deletes. */
      footerStart?: ReactNode;
      danger?: boolean;
      /** Why the form cannot be sent yet. */
      reasonOf?: (values: Values) => string | null;
      /** Replaces the form when another user saved first: a ConflictPanel. */
      conflict?: ReactNode;
      onClose: () => void;
      className?: string;
      children: (form: FormParts<Values>) => ReactNode;
    },
) {
  const t = useT();
  const id = useId();
  const { title, description, width, returnFocus, initialFocus, confirmLabel, also, conflict, onClose } =
    props;
  const [isAsking, setIsAsking] = useState(false);
  const form = useSendForm<Values, Input>({
    ...props,
    onSubmit: async (...sent) => {
      if ((await props.onSubmit(...sent)) !== false) onClose();
    },
  });
  const { isSubmitting } = form;
  const reason = props.reasonOf?.(form.parts.values) ?? null;
  const leave = () => {
    if (isSubmitting) return;
    if (form.isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      {...{ title, description, width, returnFocus, initialFocus }}
      footer={
        conflict ? undefined : (
          <>
            {props.footerStart ? <span className="mr-auto">{props.footerStart}</span> : null}
            <Button onClick={() => !isSubmitting && onClose()}>{t("action.cancel")}</Button>
            {also ? (
              <Button type="submit" form={id} onClick={() => !isSubmitting && also.set(form.parts)}>
                {also.label}
              </Button>
            ) : null}
            <Button
              type="submit"
              form={id}
              variant={props.danger ? "danger" : "primary"}
              reason={reason}
              pending={isSubmitting}
            >
              {(isSubmitting && props.pendingLabel) || confirmLabel}
            </Button>
          </>
        )
      }
    >
      {conflict || (
        <FormBody id={id} form={form} className={props.className} isBlocked={reason !== null}>
          {props.children}
        </FormBody>
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
