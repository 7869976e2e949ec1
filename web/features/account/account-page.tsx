import { type ReactNode, Suspense, use, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Account, CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useAction } from "../../lib/action.ts";
import { BackArea } from "../../lib/back-area.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH, SIGN_IN_PATH } from "../../lib/paths.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { keepWanted } from "../../lib/wanted.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import {
  ArrowLeftIcon,
  ChevronRightIcon,
  DownloadIcon,
  InfoIcon,
  PeopleIcon,
  ShipIcon,
} from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Page, useDocumentTitle } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { NoAccess } from "../../ui/states.tsx";
import { ownLeaves } from "../leave/index.ts";
import { noticeSettings } from "../notices/index.ts";
import { pushPanel } from "../push/index.ts";
import { RsiCard, useRsiStatus } from "../rsi/index.ts";
import { heldNotice, secondFactorPanel } from "../second-factor/index.ts";
import { ownTokens } from "../tokens/index.ts";
import { useAccount } from "./account.api.ts";
import { AchievementsPanel } from "./achievements-panel.tsx";
import { PersonCard } from "./person-card.tsx";
import { Row } from "./row.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { SignInPanel } from "./sign-in-panel.tsx";

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

const DeleteDialog = lazyDialog(() => import("./delete-account-dialog.tsx"));

function SignedOut() {
  const t = useT();
  useDocumentTitle(t("users.title"));
  return (
    <div className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{t("users.title")}</h1>
      <NoAccess
        text={t("users.signed_out")}
        action={
          <ButtonLink to={SIGN_IN_PATH} variant="primary" onClick={() => keepWanted(ACCOUNT_PATH)}>
            {t("action.login")}
          </ButtonLink>
        }
      />
    </div>
  );
}

function Trail() {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const area = use(BackArea);
  const place = area?.label[language] ?? t("users.home");
  return (
    <div className="mb-3 flex items-center gap-1">
      {area ? (
        <IconButton
          size="s"
          label={t("users.back_to", { place })}
          icon={<ArrowLeftIcon />}
          className="-ml-2"
          onClick={() => navigate(area.path)}
        />
      ) : null}
      <nav aria-label={t("users.breadcrumb")}>
        <ol className="flex items-center gap-1.5 text-ink-3">
          <li>
            {area ? (
              <Link to={area.path} className="rounded-s py-1 text-ink-2 hover:text-ink hover:underline">
                {place}
              </Link>
            ) : (
              place
            )}
          </li>
          <li aria-hidden="true">
            <ChevronRightIcon size={13} />
          </li>
          <li aria-current="page">{t("users.title")}</li>
        </ol>
      </nav>
    </div>
  );
}

/** Explains the next step to users who are not members yet, and to users whose role needs a second step. */
function NextStep({ user }: { user: CurrentUser }) {
  const t = useT();
  const standsIn = useLocation().state === true;
  if (user.isHeldBack)
    return (
      <Suspense fallback={null}>
        <heldNotice.View />
      </Suspense>
    );
  if (user.permissions.length > 0) return null;
  return (
    <Panel className="mb-[18px] flex gap-3 px-[18px] py-4">
      <InfoIcon size={20} className="mt-px flex-none text-new" />
      <div>
        <h2>{t("users.waiting_title", { name: user.displayName })}</h2>
        {standsIn ? <p className="mt-1">{t("users.waiting_closed")}</p> : null}
        <p className="mt-1 max-w-[72ch] text-ink-2">{t("users.waiting_text")}</p>
      </div>
    </Panel>
  );
}

function DataPanel({ user }: { user: CurrentUser }) {
  const t = useT();
  const [deleting, setDeleting] = useState(false);
  const save = useAction(() => saveFile("/api/user/data", "my-data.json"), {
    failed: t("users.data.failed"),
  });
  return (
    <Panel title={t("users.data")}>
      <div>
        <Row label={t("users.data.download")} hint={t("users.data.download_hint")}>
          <Button size="s" icon={<DownloadIcon />} pending={save.pending} onClick={() => void save.run()}>
            {t("users.data.button")}
          </Button>
        </Row>
        <Row label={t("users.delete")} hint={t("users.delete.hint")}>
          <Button size="s" variant="danger" onClick={() => setDeleting(true)}>
            {t("users.delete.button")}
          </Button>
        </Row>
      </div>
      {deleting ? <DeleteDialog user={user} onClose={() => setDeleting(false)} /> : null}
    </Panel>
  );
}

function Content({ user }: { user: CurrentUser }) {
  const t = useT();
  const now = useNow();
  const { data: rsi } = useRsiStatus();
  const { data: account } = useAccount();
  const isNew = rsi?.verifiedAt && now - Date.parse(rsi.verifiedAt) < 24 * 3_600_000;
  const state = rsi?.pendingRequest ? "sub_pending" : rsi?.rsiVerified && isNew ? "sub_verified" : "sub";
  const title = t("users.title");
  const column = "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]";
  return (
    <Page title={title} documentTitle={title} sub={t(`users.${state}`)} above={<Trail />}>
      <NextStep user={user} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] md:max-xl:grid-rows-[auto_1fr] md:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)_320px]">
        <PersonCard user={user} />
        <div className={`${column} md:max-xl:row-span-2`}>
          <RsiCard />
          <SettingsPanel user={user} />
          <div id="notifications" className="min-w-0 scroll-mt-[74px]">
            <Suspense fallback={<SkeletonLines lines={6} className="p-[18px]" />}>
              <noticeSettings.View />
            </Suspense>
          </div>
          {user.member ? (
            <div id="leave" className="min-w-0 scroll-mt-[74px]">
              <Suspense fallback={<SkeletonLines lines={2} className="p-[18px]" />}>
                <ownLeaves.View userId={user.id} />
              </Suspense>
            </div>
          ) : null}
          <SignInPanel user={user} account={account} />
          <div id="second-factor" className="min-w-0 scroll-mt-[74px]">
            <Suspense fallback={<SkeletonLines lines={4} className="p-[18px]" />}>
              <secondFactorPanel.View />
            </Suspense>
          </div>
          <SessionsPanel />
          <div id="push" className="min-w-0 scroll-mt-[74px] empty:hidden">
            <Suspense fallback={null}>
              <pushPanel.View />
            </Suspense>
          </div>
          <DataPanel user={user} />
        </div>
        <div className={`${column} md:max-xl:col-start-1 md:max-xl:row-start-2`}>
          <PlacesPanel user={user} account={account} />
          <AchievementsPanel />
        </div>
      </div>
      {user.member ? (
        <div id="tokens" className="mt-[18px] min-w-0 scroll-mt-[74px]">
          <Suspense fallback={<SkeletonLines lines={4} className="p-[18px]" />}>
            <ownTokens.View />
          </Suspense>
        </div>
      ) : null}
    </Page>
  );
}

export default function AccountPage() {
  const { user } = useUser();
  const { hash } = useLocation();
  const signedIn = Boolean(user);
  useEffect(() => {
    if (signedIn && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [signedIn, hash]);
  return user ? <Content user={user} /> : <SignedOut />;
}
