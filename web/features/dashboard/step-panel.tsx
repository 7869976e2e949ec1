import { useState } from "react";
import { focusBack } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { privateStorage } from "../../lib/private-storage.ts";
import { useUser } from "../../lib/session.tsx";
import { attempt } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useNoticeSettings } from "../notices/index.ts";

const WEEK = 7 * 24 * 3_600_000;

const OPENS = {
  rsi: ACCOUNT_PATH,
  reach: `${ACCOUNT_PATH}#notifications`,
} as const;

/** Until when the user put their steps off, in milliseconds, kept on this device. */
function usePutOff(userId: number) {
  const { store } = privateStorage;
  const key = `step:${userId}:until`;
  const [until, setUntil] = useState(() => attempt(() => Number(store.getItem(key) ?? 0), 0));
  const putOff = (to: number) => {
    attempt(() => store.setItem(key, String(to)), undefined);
    setUntil(to);
  };
  return [until, putOff] as const;
}

/** The next step of a user's own, for a week nothing where they put it off. Their ships are asked for beside contracts. */
export function OwnStep() {
  const t = useT();
  const now = useNow();
  const { user } = useUser();
  const [until, putOff] = usePutOff(user?.id ?? 0);
  if (!user || now < until) return null;
  const later = () => {
    putOff(Date.now() + WEEK);
    focusBack();
    toast({
      title: t("dashboard.step.put_off"),
      action: { label: t("action.undo"), run: () => putOff(0) },
    });
  };
  return <Step isVerified={user.rsiVerified} onLater={later} />;
}

function Step({ isVerified, onLater }: { isVerified: boolean; onLater: () => void }) {
  const t = useT();
  const { data: settings } = useNoticeSettings();
  if (!settings) return null;
  const isUnreached =
    settings.channels.length > 0 && settings.channels.every(({ hindrance }) => hindrance !== null);
  const step = isVerified ? isUnreached && "reach" : "rsi";
  if (!step) return null;
  return (
    <Panel title={t("dashboard.step.title")}>
      <div className="grid gap-1.5 pad py-4">
        <p className="font-book">{t(`dashboard.step.${step}`)}</p>
        <p className="text-ink-2">{t(`dashboard.step.${step}_text`)}</p>
        <span className="flex flex-wrap gap-2 pt-2.5">
          <ButtonLink to={OPENS[step]} size="s">
            {t(`dashboard.step.${step}_do`)}
          </ButtonLink>
          <Button size="s" variant="quiet" onClick={onLater}>
            {t("dashboard.step.later")}
          </Button>
        </span>
      </div>
    </Panel>
  );
}
