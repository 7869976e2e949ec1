import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { isAway, useAwayWords } from "../../ui/away.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { LeaveDialog } from "./dialog.ts";
import { type Leave, leaves } from "./leave.api.ts";

/** The leaves of a user with what the reader may do with each. @param props.name of another member; null for the reader's own */
export function LeaveRows(props: { items: readonly Leave[]; name: string | null; className?: string }) {
  const t = useT();
  const wordsOf = useAwayWords();
  const [editing, setEditing] = useState<Leave | null>(null);
  const { items, name, className } = props;
  return (
    <>
      <ul>
        {items.map((leave) => {
          const words = wordsOf(leave, { isAlone: true });
          return (
            <li
              key={leave.id}
              className={`flex min-h-14 flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-2.5 first:border-t-0 ${className ?? ""}`}
            >
              <div className="min-w-0 flex-1 basis-44 [overflow-wrap:anywhere]">
                <p>{words}</p>
                {leave.note ? <p className="whitespace-pre-wrap text-ink-2">{leave.note}</p> : null}
                {leave.addedBy ? (
                  <p className="hint">{t("leave.added_by", { name: leave.addedBy })}</p>
                ) : null}
              </div>
              {leave.can.change ? (
                <span className="flex flex-none flex-wrap gap-2">
                  <Button
                    size="s"
                    aria-label={t("leave.edit_name", { days: words })}
                    onClick={() => setEditing(leave)}
                  >
                    {t("leave.edit")}
                  </Button>
                  <EndButton leave={leave} name={name} />
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      {editing ? (
        <LeaveDialog userId={editing.userId} name={name} leave={editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

/** Ends a leave that has begun, or removes a coming one. */
function EndButton({ leave, name }: { leave: Leave; name: string | null }) {
  const t = useT();
  const kind = !isAway(leave) ? "remove" : name === null ? "back" : "end";
  return (
    <ConfirmButton
      size="s"
      label={t(`leave.${kind}`)}
      title={t(`leave.${kind}_title`, { name: name ?? "" })}
      description={t(kind === "remove" ? "leave.remove_text" : "leave.ends_now")}
      danger={kind === "remove"}
      onConfirm={() => leaves.remove(leave)}
      done={{ title: t(kind === "remove" ? "leave.removed" : "leave.ended") }}
    />
  );
}
