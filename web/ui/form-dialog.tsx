import { type ReactNode, useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { FormBody, type FormOptions, type FormParts, useSendForm } from "./form.tsx";

/**
 * A dialog with one form. It closes when sending went through (unless `onSubmit` answers false) and never while it is
 * under way; what was typed is discarded by Cancel, or after a question.
 */
export function FormDialog<Values extends FieldValues, Input>(
  props: FormOptions<Values, Input> & {
    title: string;
    description?: ReactNode;
    width?: number;
    /** Selector of what has the focus afterwards, where that is not simply what had it before. */
    returnFocus?: string | undefined;
    confirmLabel: string;
    /** What the same button is called while it is being sent. */
    pendingLabel?: string;
    /** Id of the field that has the focus first, where that is not the first. */
    initialFocus?: string | undefined;
    /** At the start of the bottom bar, such as a button that deletes. */
    footerStart?: ReactNode;
    danger?: boolean;
    /** Why it cannot be sent yet. */
    reasonOf?: (values: Values) => string | null;
    /** Stands in place of the form when another user saved first: a ConflictPanel. */
    conflict?: ReactNode;
    onClose: () => void;
    className?: string;
    children: (form: FormParts<Values>) => ReactNode;
  },
) {
  const t = useT();
  const id = useId();
  const { conflict, onClose } = props;
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
      title={props.title}
      description={props.description}
      width={props.width}
      returnFocus={props.returnFocus}
      {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
      footer={
        conflict ? undefined : (
          <>
            {props.footerStart ? <span className="mr-auto">{props.footerStart}</span> : null}
            <Button onClick={() => !isSubmitting && onClose()}>{t("action.cancel")}</Button>
            <Button
              type="submit"
              form={id}
              variant={props.danger ? "danger" : "primary"}
              reason={reason}
              pending={isSubmitting}
            >
              {isSubmitting ? (props.pendingLabel ?? props.confirmLabel) : props.confirmLabel}
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
