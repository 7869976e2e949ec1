import { type ComponentProps, type ReactNode, useState } from "react";
import type { Message } from "../lib/toast.ts";
import { Button, type ButtonLook } from "./button.tsx";
import { lazyDialog } from "./lazy-dialog.tsx";

type Question<Answer> = {
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  cancelLabel?: string;
  danger?: boolean;
  onConfirm: () => Promise<Answer> | Answer;
  done?: Message | ((answer: Answer) => Message | null | undefined);
  /** Title of a toast that tells a failure in place of the dialog. */
  failed?: string;
};

export type ConfirmProps<Answer> = Question<Answer> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  confirmLabel: string;
};

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
