import type { OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DiscordIcon, ExternalIcon, InfoIcon } from "../../ui/icons.tsx";

/** The sentences that say what keeps the user from sending. */
export function useHindrances(): (own: OwnAdmission) => string[] {
  const t = useT();
  const format = useFormat();
  return ({ unmet }) =>
    unmet.map(({ kind, day }) =>
      t(kind === "refused" ? "joining.retry" : `joining.unmet.${kind}`, {
        day: day ? format.longDay(day) : "",
        hasDay: day ? "yes" : "no",
      }),
    );
}

export function InviteLink({ invite }: { invite: string }) {
  const t = useT();
  return (
    <a href={invite} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "s" })}>
      <ExternalIcon />
      {t("joining.invite")}
    </a>
  );
}

/** What keeps the user from sending, each with its day or the way out. */
export function Unmet({ own, className = "" }: { own: OwnAdmission; className?: string }) {
  const t = useT();
  const sentences = useHindrances()(own);
  const { invite } = own.organization;
  if (sentences.length === 0) return null;
  return (
    <ul className={`grid gap-2 ${className}`}>
      {own.unmet.map(({ kind, day }, at) => (
        <li
          key={kind}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2.5 rounded-m bg-wait/10 px-3.5 py-2.5"
        >
          <span className="pt-[3px] text-wait">{kind === "server" ? <DiscordIcon /> : <InfoIcon />}</span>
          <span>{sentences[at]}</span>
          {kind === "server" && invite ? (
            <span className="col-start-2">
              <InviteLink invite={invite} />
            </span>
          ) : null}
          {kind === "account_age" && !day ? (
            <ButtonLink to="/account/security" size="s" className="col-start-2 justify-self-start">
              {t("joining.link_discord")}
            </ButtonLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
