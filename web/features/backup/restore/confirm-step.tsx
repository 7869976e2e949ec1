import type { ReactNode } from "react";
import type { Restore } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Button } from "../../../ui/button.tsx";
import { WarningIcon } from "../../../ui/icons.tsx";
import { applyRestore, putAside, runStore } from "./restore.api.ts";
import { Part } from "./side.tsx";
import { TypedConfirm } from "./typed-confirm.tsx";
import { totalsOf } from "./words.ts";

/** Asks before a rehearsed document is applied, with what a user should know of it. */
export function ConfirmStep({ restore }: { restore: Restore }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { user } = useUser();
  const run = useStore(runStore);
  const aside = usePutAside(restore.id);
  const { goes, written } = totalsOf(restore);
  const { rehearsedAt, rehearsedBy: name, document, lockedSecrets, staysSignedIn } = restore;
  const { changesMeanwhile, isOlder } = document;
  const rehearsed = t("restore.rehearsed", { when: format.ago(rehearsedAt, now), name });
  const discard = (
    <Button
      variant="quiet"
      className="h-[38px] max-md:h-10 max-md:flex-1"
      pending={aside.pending}
      onClick={() => void aside.run()}
    >
      {t("restore.put_aside")}
    </Button>
  );
  if (written === 0)
    return (
      <Part title={t("restore.nothing")} hint={rehearsed}>
        <div className="mt-3 flex md:-ml-3.5">{discard}</div>
      </Part>
    );
  return (
    <Part title={t("restore.confirm")} hint={rehearsed}>
      <p className="mt-1.5 mb-3 text-md text-ink-2">{t("restore.confirm_text", { goes })}</p>
      <TypedConfirm
        confirm={restore.confirm}
        label={document.bytes === null ? t("restore.bring_back") : t("restore.apply", { rows: written })}
        pending={run !== null}
        onConfirm={(typed) => void (user && applyRestore(restore.id, typed, user.organizationId))}
        checks={
          <ul className="mt-2.5 grid gap-[7px] text-md text-ink-2 empty:hidden">
            {staysSignedIn ? null : <Line>{t("restore.warn.signed_out")}</Line>}
            {lockedSecrets > 0 ? <Line>{t("restore.warn.locked", { count: lockedSecrets })}</Line> : null}
            {isOlder ? <Line>{t("restore.warn.older")}</Line> : null}
            {changesMeanwhile > 0 ? (
              <Line>{t("restore.warn.meanwhile", { count: changesMeanwhile })}</Line>
            ) : null}
          </ul>
        }
        beside={discard}
      />
    </Part>
  );
}

export function usePutAside(id: number) {
  const t = useT();
  return useAction(() => putAside(id), { failed: t("restore.aside_failed") });
}

/** A line with a warning. */
const Line = ({ children }: { children: ReactNode }) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-2.5">
    <WarningIcon size={16} className="mt-0.5 text-wait" />
    <span>{children}</span>
  </li>
);
