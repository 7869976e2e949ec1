import { Suspense, use, useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { LandingArea } from "../../lib/landing.ts";
import { ACCOUNT_PATH, SIGN_IN_PATH } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.tsx";
import { useNow } from "../../lib/use-now.ts";
import { keepWanted } from "../../lib/wanted.ts";
import { IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ArrowLeftIcon, ChevronRightIcon, InfoIcon, WarningIcon } from "../../ui/icons.tsx";
import { Page, useDocumentTitle } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { NoAccess } from "../../ui/states.tsx";
import { RsiCard, useRsiStatus } from "../rsi/index.ts";
import { secondFactorPanel } from "../second-factor/index.ts";
import { useAccount } from "./account.api.ts";
import { AchievementsPanel } from "./achievements-panel.tsx";
import { DataPanel } from "./data-panel.tsx";
import { PersonCard } from "./person-card.tsx";
import { PlacesPanel } from "./places-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { SignInPanel } from "./sign-in-panel.tsx";

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

/** The way back to the landing area; nothing for a user who has none. */
function Trail() {
  const t = useT();
  const navigate = useNavigate();
  const area = use(LandingArea);
  if (!area) return null;
  return (
    <div className="mb-3 -ml-2 flex items-center gap-1">
      <IconButton
        size="s"
        label={t("users.back_to", { place: t(area.label) })}
        icon={<ArrowLeftIcon />}
        onClick={() => navigate(area.path)}
      />
      <nav aria-label={t("users.breadcrumb")}>
        <ol className="flex items-center gap-1.5 text-ink-3">
          <li>
            <Link to={area.path} className="rounded-s text-ink-2 hover:text-ink hover:underline">
              {t(area.label)}
            </Link>
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

/** Tells a user who has registered and is not a member yet what happens next. */
function Waiting({ name }: { name: string }) {
  const t = useT();
  return (
    <Panel className="mb-[18px] flex gap-3 px-[18px] py-4">
      <InfoIcon size={20} className="mt-px flex-none text-new" />
      <div>
        <h2>{t("users.waiting_title", { name })}</h2>
        <p className="mt-1 max-w-[72ch] text-ink-2">{t("users.waiting_text")}</p>
      </div>
    </Panel>
  );
}

/** Tells an administrator without a second step why they can do nothing, and where to add one. */
function Held() {
  const t = useT();
  return (
    <Panel className="mb-[18px] flex flex-wrap items-start gap-3 px-[18px] py-4" role="status">
      <WarningIcon size={20} className="mt-px flex-none text-wait" />
      <div className="min-w-0 flex-1 basis-60">
        <h2>{t("users.held_title")}</h2>
        <p className="mt-1 max-w-[72ch] text-ink-2">{t("users.held_text")}</p>
      </div>
      <ButtonLink to={`${ACCOUNT_PATH}#second-factor`} variant="primary">
        {t("users.held_to")}
      </ButtonLink>
    </Panel>
  );
}

/** What is so with the user's RSI account, in a sentence. */
function useSentence(): string {
  const t = useT();
  const now = useNow();
  const { data } = useRsiStatus();
  if (data?.pendingRequest) return t("users.sub_pending");
  const isNew = data?.verifiedAt && now - Date.parse(data.verifiedAt) < 24 * 3_600_000;
  return t(data?.rsiVerified && isNew ? "users.sub_verified" : "users.sub");
}

function Content({ user }: { user: CurrentUser }) {
  const t = useT();
  const sentence = useSentence();
  const { data: account } = useAccount();
  const column = "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]";
  return (
    <Page title={t("users.title")} documentTitle={t("users.title")} sub={sentence} above={<Trail />}>
      {user.isHeldBack ? (
        <Held />
      ) : user.permissions.length === 0 ? (
        <Waiting name={user.displayName} />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] md:max-xl:grid-rows-[auto_1fr] md:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)_320px]">
        <PersonCard user={user} />
        <div className={`${column} md:max-xl:row-span-2`}>
          <RsiCard />
          <SettingsPanel user={user} />
          <SignInPanel user={user} account={account} />
          <div id="second-factor" className="min-w-0 scroll-mt-[74px]">
            <Suspense fallback={<SkeletonLines lines={4} className="p-[18px]" />}>
              <secondFactorPanel.View />
            </Suspense>
          </div>
          <SessionsPanel />
          <DataPanel user={user} />
        </div>
        <div className={`${column} md:max-xl:col-start-1 md:max-xl:row-start-2`}>
          <PlacesPanel user={user} account={account} />
          <AchievementsPanel />
        </div>
      </div>
    </Page>
  );
}

/** The account page: the user, their settings and sessions. */
export default function AccountPage() {
  const { user } = useUser();
  const { hash } = useLocation();
  const signedIn = Boolean(user);
  useEffect(() => {
    if (signedIn && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [signedIn, hash]);
  if (!user) return <SignedOut />;
  return <Content user={user} />;
}
