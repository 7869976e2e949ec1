import { type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import type { Account, CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { ChevronRightIcon, PeopleIcon, ShipIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ownLink } from "../referrals/index.ts";
import { RsiCard } from "../rsi/index.ts";
import { useAccount } from "./account.api.ts";
import { AchievementsPanel } from "./achievements-panel.tsx";
import { PersonCard } from "./person-card.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

function PlacesPanel({ user, account }: { user: CurrentUser; account: Account | undefined }) {
  const t = useT();
  const format = useFormat();
  const { ships = 0, newest = null } = account?.hangar ?? {};
  const day = newest && format.date(`${newest}T12:00:00`);
  const hangar = day ? t("users.hangar_ships", { count: ships, day }) : t("users.hangar_empty");
  const members = account?.members ?? null;
  return (
    <Panel className="overflow-hidden">
      <Place to="/my-hangar" icon={<ShipIcon size={19} />} title={t("users.my_hangar")}>
        {account ? hangar : null}
      </Place>
      <Place
        to={user.member ? "/organization" : null}
        icon={<PeopleIcon size={19} />}
        title={t("users.my_organization")}
      >
        {members === null
          ? user.organizationName
          : t("users.organization_members", { name: user.organizationName, count: members })}
      </Place>
    </Panel>
  );
}

function Place(props: { to: string | null; icon: ReactNode; title: string; children: ReactNode }) {
  const { to, icon, title, children } = props;
  const look = "flex items-center gap-3.5 px-[18px] py-3.5 not-first:border-t border-line";
  const content = (
    <>
      <span className="grid size-9 flex-none place-items-center rounded-[9px] bg-rail text-ink-2">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block hint">{children}</span>
      </span>
    </>
  );
  if (!to) return <div className={look}>{content}</div>;
  return (
    <Link to={to} className={`${look} hover:bg-deck focus-visible:-outline-offset-2`}>
      {content}
      <ChevronRightIcon className="flex-none text-ink-3" />
    </Link>
  );
}

/** Who the user is here, and how the app looks to them. */
export default function ProfileSection({ user }: { user: CurrentUser }) {
  const { data: account } = useAccount();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const column = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[18px]";
  return (
    <div className={`${column} lg:grid-cols-[minmax(0,1fr)_300px] lg:grid-rows-[auto_1fr] lg:items-start`}>
      <RsiCard />
      <div className={`${column} lg:col-start-2 lg:row-span-2 lg:row-start-1`}>
        <PersonCard user={user} />
        <PlacesPanel user={user} account={account} />
        {user.member ? (
          <Suspense fallback={<SkeletonLines lines={8} className="panel p-[18px]" />}>
            <ownLink.View />
          </Suspense>
        ) : null}
      </div>
      <div className={column}>
        <SettingsPanel user={user} />
        <AchievementsPanel />
      </div>
    </div>
  );
}
