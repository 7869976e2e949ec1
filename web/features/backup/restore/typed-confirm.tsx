import { type ReactNode, useState } from "react";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { missingOf } from "./words.ts";

/** A button that is blocked until a name is typed; a text beside it says what is missing. */
export function TypedConfirm(props: {
  confirm: string;
  label: string;
  pending: boolean;
  onConfirm: (typed: string) => void;
  /** Between the field and the button. */
  checks?: ReactNode;
  /** Another button. */
  beside?: ReactNode;
}) {
  const t = useT();
  const { confirm, label, checks, beside, pending, onConfirm } = props;
  const [typed, setTyped] = useState("");
  const missing = missingOf(typed, confirm);
  const reason =
    missing === "other"
      ? t("restore.missing.other", { name: confirm })
      : missing > 0
        ? t("restore.missing.letters", { count: missing })
        : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null && !pending) onConfirm(typed.trim());
      }}
    >
      <TextField
        label={t.rich("restore.type", {
          name: (
            <b key="name" className="font-medium text-ink">
              {confirm}
            </b>
          ),
        })}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
      />
      {checks}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="danger"
          reason={reason}
          pending={pending}
          className="h-[38px] max-md:h-10 max-md:flex-1"
        >
          {label}
        </Button>
        {beside}
      </div>
      <p className="mt-2.5 min-h-[1lh] text-sm text-ink-2">{reason}</p>
    </form>
  );
}
