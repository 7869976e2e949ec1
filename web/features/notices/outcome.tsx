import type { NoticeSettings } from "../../../worker/features/notices/notices.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { Link } from "../../ui/link.tsx";

/** Which kinds of notices a channel tells the reader of now, the channel by its place in the list. */
function sentBy({ groups }: NoticeSettings, at: number) {
  const kinds = groups.flatMap((group) => group.kinds);
  const isSent = ({ paces }: (typeof kinds)[number]) => (paces[at]?.pace ?? "off") !== "off";
  const choices = kinds.filter(({ isSafety }) => !isSafety);
  const count = choices.filter(isSent).length;
  const which =
    count === 0 ? (kinds.some(isSent) ? "safety" : "none") : count < choices.length ? "some" : "all";
  return { which, count, all: choices.length } as const;
}

/** What each channel tells the reader of now, or what it lacks. */
export function Outcome({ settings }: { settings: NoticeSettings }) {
  const t = useT();
  return (
    <section className="border-t border-line px-[18px] py-3">
      <h3 className="label mb-1">{t("notices.now")}</h3>
      <ul>
        <li className="py-0.5">
          {t("notices.bell")}: <span className="text-ink-2">{t("notices.sends.all")}</span>
        </li>
        {settings.channels.map(({ name, hindrance }, at) => {
          const { which, ...counts } = sentBy(settings, at);
          return (
            <li key={name} className="py-0.5">
              {t(`notices.channel.${name}`)}:{" "}
              {hindrance === "no_device" ? (
                <a href="#push" className="link">
                  {t("notices.why.no_device")}
                </a>
              ) : hindrance === "no_discord" ? (
                <Link to={`${ACCOUNT_PATH}/security`} className="link">
                  {t("notices.why.no_discord")}
                </Link>
              ) : (
                <span className={hindrance ? "text-wait" : "text-ink-2"}>
                  {hindrance ? t(`notices.why.${hindrance}`) : t(`notices.sends.${which}`, counts)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
