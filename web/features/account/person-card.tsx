import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { ExternalIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useAccount, useVerified } from "./account.api.ts";

const CURRENCIES = ["aUEC", "UEC", "REC"] as const;
const LINES = {
  row: "flex min-h-11 items-center justify-between gap-4 border-t border-line px-[18px] py-2",
  label: "hint",
  value: "text-right [overflow-wrap:anywhere]",
};

export function PersonCard({ user }: { user: CurrentUser }) {
  const t = useT();
  const format = useFormat();
  const verified = useVerified();
  const { data: account, error } = useAccount();
  const name = user.displayName;
  const joined = user.member?.joinedAt;
  const profile = verified?.profileUrl;
  return (
    <Panel className="overflow-hidden">
      <div className="grid justify-items-center gap-1 px-[18px] pt-6 pb-4 text-center">
        <Avatar name={name} src={user.avatarUrl} size="xl" className="mb-2" />
        <p className="font-display text-lg leading-tight font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="hint [overflow-wrap:anywhere]">
          @{user.username}
          {verified ? ` · ${verified.rsiHandle}` : ""}
        </p>
      </div>
      <Facts look={LINES}>
        <Fact label={t("users.rank")}>{user.role ?? t("user.no_role")}</Fact>
        <Fact label={t("users.enlisted")}>
          {verified?.enlistedDate && format.date(`${verified.enlistedDate}T12:00:00`)}
        </Fact>
        <Fact label={t(joined ? "users.joined" : "users.registered")}>
          {format.date(joined ?? user.createdAt)}
        </Fact>
        <Fact label={t("users.location")}>{verified?.location}</Fact>
        {CURRENCIES.map((currency) =>
          account && (currency === "aUEC" || account.contracts.balances[currency] > 0) ? (
            <Fact key={currency} label={t("users.balances")}>
              <span className="figure">{format.number(account.contracts.balances[currency])}</span> {currency}
            </Fact>
          ) : null,
        )}
      </Facts>
      {account || error ? null : <SkeletonLines lines={4} className="border-t border-line p-[18px]" />}
      {profile ? (
        <div className="border-t border-line px-[18px] py-3.5">
          <a href={profile} target="_blank" rel="noopener noreferrer" className={buttonClass({}, "w-full")}>
            <ExternalIcon />
            {t("users.dossier")}
            <span className="sr-only">{t("users.new_tab")}</span>
          </a>
        </div>
      ) : null}
    </Panel>
  );
}
