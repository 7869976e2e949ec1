import type { Prospect, SignIn } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";

/** How the prospect signs in, and what gives a member without a sign-in one. */
export function SignInFact({ prospect, onLink }: { prospect: Prospect; onLink: () => void }) {
  const t = useT();
  const { signIn = [], memberId, discordId, discordStatus, can } = prospect;
  const textOf = (way: SignIn[number]) =>
    // Only users who are in the server can sign in with Discord.
    t(
      way === "discord" && discordStatus !== "active"
        ? "prospect.sign_in.after_discord"
        : `prospect.sign_in.${way}`,
    );
  if (signIn.length > 0) return signIn.map(textOf).join(", ");
  const mayLink = can.correct.includes("discordId");
  return (
    <>
      <span className={memberId === null ? "text-ink-2" : "text-wait"}>
        {t(discordId ? "prospect.sign_in.after_discord" : "prospect.sign_in.none")}
      </span>
      {discordId ? null : (
        <span className="mt-1 flex flex-wrap gap-1.5">
          {mayLink ? (
            <Button size="s" onClick={onLink}>
              {t("prospect.sign_in.link_discord")}
            </Button>
          ) : null}
          {can.makePasswordLink ? (
            <ButtonLink size="s" to={`/members?member=${memberId}`}>
              {t("prospect.sign_in.make_link")}
            </ButtonLink>
          ) : null}
        </span>
      )}
      {memberId !== null && !can.makePasswordLink && !discordId ? (
        <span className="mt-1 block hint">{t("prospect.sign_in.link_first")}</span>
      ) : null}
    </>
  );
}
