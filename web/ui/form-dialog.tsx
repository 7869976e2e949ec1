import { type ReactNode, useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { DiscardDialog } from "./confirm.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { FormBody, type FormOptions, type FormParts, useSendForm } from "./form.tsx";

/** A dialog with one form. It closes when the form is sent, unless `onSubmit` resolves to false; Escape and veil ask first. */
export function FormDialog<Values extends FieldValues, Input>(
  props: FormOptions<Values, Input> &
    Pick<DialogProps, "title" | "description" | "width" | "bare" | "returnFocus" | "initialFocus"> & {
      /** A function where it depends on the values. */
      confirmLabel: string | ((values: Values) => string);
      /** Label of the same button while the form is sent. */
      pendingLabel?: string;
      /** A second button that sends the form, after `set` has changed its values. */
      also?: { label: string; set: (form: FormParts<Values>) => void } | undefined;
      /** Changes values before the main button sends the form. */
      beforeConfirm?: (form: FormParts<Values>) => void;
      /** Label of the button that closes it without sending anything. */
      cancelLabel?: string;
      /** Between the title and the close button. */
      actions?: ((form: FormParts<Values>) => ReactNode) | undefined;
      /** Above the buttons, where it stays in sight. */
      above?: ((form: FormParts<Values>) => ReactNode) | undefined;
      /** At the start of the footer, such as a button that deletes. */
      footerStart?: ReactNode;
      danger?: boolean;
      /** Why the form cannot be sent yet. */
      reasonOf?: (values: Values) => string | null;
      /** Replaces the form when another user saved first: a ConflictPanel. */
      conflict?: ReactNode;
      onClose: () => void;
      /** Class of the form; the dialog's own is `dialogClass`. */
      className?: string;
      dialogClass?: string;
      children: (form: FormParts<Values>) => ReactNode;
    },
) {
  const t = useT();
  const id = useId();
  const { title, description, width, bare, returnFocus, initialFocus, also, conflict, onClose } = props;
  const [isAsking, setIsAsking] = useState(false);
  const form = useSendForm<Values, Input>({
    ...props,
    onSubmit: async (...sent) => {
      if ((await props.onSubmit(...sent)) !== false) onClose();
    },
  });
  const { isSubmitting } = form;
  const { parts } = form;
  const reason = props.reasonOf?.(parts.values) ?? null;
  const confirmLabel =
    typeof props.confirmLabel === "function" ? props.confirmLabel(parts.values) : props.confirmLabel;
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
      {...(bare && !conflict ? { bare } : {})}
      {...(props.dialogClass ? { className: props.dialogClass } : {})}
      actions={conflict ? undefined : props.actions?.(parts)}
      footer={
        conflict ? undefined : (
          <>
            {props.above?.(parts)}
            {props.footerStart ? <span className="mr-auto">{props.footerStart}</span> : null}
            <Button onClick={() => !isSubmitting && onClose()}>
              {props.cancelLabel ?? t("action.cancel")}
            </Button>
            {also ? (
              <Button type="submit" form={id} onClick={() => !isSubmitting && also.set(parts)}>
                {also.label}
              </Button>
            ) : null}
            <Button
              type="submit"
              form={id}
              variant={props.danger ? "danger" : "primary"}
              reason={reason}
              pending={isSubmitting}
              onClick={() => props.beforeConfirm?.(parts)}
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
      <DiscardDialog open={isAsking} onOpenChange={setIsAsking} onDiscard={onClose} />
    </Dialog>
  );
}
