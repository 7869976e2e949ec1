import { useEffect, useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { CheckIcon, DeviceIcon } from "../../ui/icons.tsx";
import type { Saving } from "./answer-draft.ts";

const TICK = 4_000;

/** Where what was typed is kept, in words. */
export function Saved({ saving, onSignIn }: { saving: Saving; onSignIn: () => void }) {
  const t = useT();
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  const isSaved = saving.kind === "saved";
  useEffect(() => {
    if (!isSaved) return;
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [isSaved]);
  const look = "flex min-w-0 items-center gap-1.5 hint";
  switch (saving.kind) {
    case "none":
      return null;
    case "saving":
      return <span className={look}>{t("joining.saving")}</span>;
    case "unkept":
      return <span className="hint text-wait">{t("joining.unkept")}</span>;
    case "saved": {
      const isNew = now - Date.parse(saving.at) < TICK;
      return (
        <span className={look}>
          <CheckIcon size={14} />
          {isNew ? t("joining.saved") : t("joining.saved_ago", { ago: format.ago(saving.at, now, true) })}
        </span>
      );
    }
    case "kept":
      if (saving.isSignedOut)
        return (
          <button type="button" className="link target text-sm" onClick={onSignIn}>
            {t("joining.sign_in")}
          </button>
        );
      return (
        <span className={look}>
          <DeviceIcon size={14} className="flex-none" />
          <span>
            {t("joining.kept")}
            {saving.error ? <span className="block text-stop">{saving.error}</span> : null}
          </span>
        </span>
      );
  }
}
