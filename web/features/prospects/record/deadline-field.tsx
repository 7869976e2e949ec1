import { type KeyboardEvent, useRef, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { type Failure, tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/field.tsx";
import { DeadlineText, fromLocalInput, QuickPicks, SMALL, toLocalInput } from "../fields/deadline-picker.tsx";
import type { prospects } from "../prospects.api.ts";

/** The deadline in words, and everything to change it in place. */
export function DeadlineField(props: {
  prospect: Prospect;
  now: number;
  editing: ReturnType<typeof prospects.useEdit>;
  failure: Failure;
}) {
  const t = useT();
  const { prospect, now, editing, failure } = props;
  const [own, setOwn] = useState<string | null>(null);
  const other = useRef<HTMLButtonElement>(null);
  const set = (deadline: string | null) => {
    setOwn(null);
    const edit = { call: "/deadline", body: { deadline }, patch: { deadline } };
    editing.run(prospect, edit).catch((error: unknown) => tellFailure(error, failure));
  };
  const reason = prospect.can.update ? null : t("prospect.blocked.no_permission");
  const chosen = own === null ? null : fromLocalInput(own);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      set(chosen);
    }
    if (event.key === "Escape") {
      setOwn(null);
      other.current?.focus();
    }
  };
  return (
    <>
      <DeadlineText deadline={prospect.deadline} now={now} />
      <div className="mt-2 flex flex-wrap gap-1.5">
        <QuickPicks onPick={set} reason={reason} />
        <Button
          ref={other}
          size="s"
          className={SMALL}
          reason={reason}
          aria-expanded={own !== null}
          onClick={() => setOwn(own === null ? toLocalInput(prospect.deadline) : null)}
        >
          {t("prospect.deadline_other")}
        </Button>
        {prospect.deadline ? (
          <Button size="s" variant="quiet" className={SMALL} reason={reason} onClick={() => set(null)}>
            {t("prospect.deadline_clear")}
          </Button>
        ) : null}
      </div>
      {own === null ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Input
            type="datetime-local"
            size="s"
            className="w-auto min-w-[190px] flex-1"
            aria-label={t("prospect.deadline_own")}
            autoFocus
            data-takes-escape=""
            value={own}
            onKeyDown={keys}
            onChange={(event) => setOwn(event.target.value)}
          />
          <Button
            size="s"
            className="h-[30px]"
            reason={chosen ? null : t("prospect.deadline_incomplete")}
            onClick={() => chosen && set(chosen)}
          >
            {t("prospect.deadline_set")}
          </Button>
        </div>
      )}
    </>
  );
}
