import type { SessionOfUser } from "../../../worker/features/sessions/sessions.schema.ts";
import { readDevice } from "../../../worker/features/sessions/user-agent.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { DeviceIcon, PhoneIcon } from "../../ui/icons.tsx";
import { Time } from "../../ui/time.tsx";

type Session = Omit<SessionOfUser, "mark">;

export function useDeviceName(): (session: Pick<Session, "userAgent">) => string {
  const t = useT();
  return ({ userAgent }) => {
    const { browser, system } = readDevice(userAgent);
    return browser && system
      ? t("sessions.device", { browser, system })
      : (browser ?? system ?? t("sessions.device_unknown"));
  };
}

/** The facts of a session: device, sign-in, place, beginning and last use. */
export function SessionFacts({ session }: { session: Session }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const nameOf = useDeviceName();
  const { userAgent, method, secondFactor, place, network, createdAt, lastSeenAt } = session;
  const Icon = readDevice(userAgent).phone ? PhoneIcon : DeviceIcon;
  const ways = [t(`sessions.method.${method}`), secondFactor && t(`sessions.factor.${secondFactor}`)];
  const where = place && network ? t("sessions.where", { place, network }) : (place ?? network);
  return (
    <>
      <Icon size={20} className="flex-none text-ink-3" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-book">{nameOf(session)}</p>
        <p className="hint [overflow-wrap:anywhere]">
          {[ways.filter(Boolean).join(" + "), where].filter(Boolean).join(" · ")}
        </p>
        <p className="hint">
          <Time at={lastSeenAt} className="whitespace-nowrap">
            {t("sessions.last_seen", { when: format.ago(lastSeenAt, now) })}
          </Time>
          {" · "}
          <Time at={createdAt} className="whitespace-nowrap">
            {t("sessions.began", { when: format.dateTime(createdAt) })}
          </Time>
        </p>
      </div>
    </>
  );
}
