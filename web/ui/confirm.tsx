import { type ComponentProps, useState } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { Button, type ButtonLook } from "./button.tsx";
import type { ConfirmProps, Question } from "./confirm-dialog.tsx";
import { lazyDialog } from "./lazy-dialog.tsx";

const Content = lazyDialog<ConfirmProps<never> & { onClose: () => void }>(
  () => import("./confirm-dialog.tsx"),
);

/**
 * Asks before something that is hard to take back (`confirmLabel`: "End session", not "OK"). It stays open when that fails. Its
 * script is fetched when it first opens.
 */
export function ConfirmDialog<Answer>(props: ConfirmProps<Answer>) {
  const { open, onOpenChange } = props;
  const [isWanted, setIsWanted] = useState(open);
  if (open && !isWanted) setIsWanted(true);
  return isWanted ? (
    <Content {...(props as ConfirmProps<never>)} onClose={() => onOpenChange(false)} />
  ) : null;
}

/** Asks before what was typed and not saved is given up. */
export function DiscardDialog(
  props: Pick<ConfirmProps<void>, "open" | "onOpenChange"> & { onDiscard: () => void },
) {
  const t = useT();
  const { onDiscard, ...dialog } = props;
  return (
    <ConfirmDialog
      {...dialog}
      title={t("form.discard_title")}
      description={t("form.discard_text")}
      confirmLabel={t("form.discard")}
      cancelLabel={t("form.keep_editing")}
      danger
      onConfirm={onDiscard}
    />
  );
}

/** A button that asks before it does something; its label is also that of the button that confirms. */
export function ConfirmButton<Answer>(
  props: Question<Answer> & { label: string } & ButtonLook & Pick<ComponentProps<typeof Button>, "reason">,
) {
  const { label, variant, size, icon, reason, ...question } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button {...{ variant, size, icon, reason }} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog {...question} open={isAsking} onOpenChange={setIsAsking} confirmLabel={label} />
    </>
  );
}
