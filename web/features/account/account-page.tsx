import { use, useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { LandingArea } from "../../lib/landing.ts";
import { ACCOUNT_PATH, SIGN_IN_PATH } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { keepWanted } from "../../lib/wanted.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ArrowLeftIcon, ChevronRightIcon, InfoIcon } from "../../ui/icons.tsx";
import { Page, useDocumentTitle } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { NoAccess } from "../../ui/states.tsx";
import { RsiCard } from "../rsi/index.ts";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

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

function PersonCard({ user }: { user: CurrentUser }) {
  const t = useT();
  const format = useFormat();
  const name = user.displayName;
  const rank = (
    <span className={cx("rounded-full bg-rail px-2.5 py-1 text-sm font-book", !user.role && "text-ink-2")}>
      {user.role ?? t("user.no_role")}
    </span>
  );
  const since = format.date(user.member?.joinedAt ?? user.createdAt);
  const facts = [
    { label: "users.rank", value: rank },
    { label: user.member ? "users.enlisted" : "users.registered", value: since },
    { label: "users.organization", value: user.organizationName },
  ] as const;
  return (
    <Panel className="overflow-hidden">
      <div className="grid justify-items-center gap-1 px-[18px] pt-7 pb-5 text-center">
        <Avatar name={name} src={user.avatarUrl} size="xl" className="mb-3" />
        <p className="font-display text-lg leading-tight font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-ink-2 [overflow-wrap:anywhere]">@{user.username}</p>
      </div>
      <dl>
        {facts.map(({ label, value }) => (
          <div
            key={label}
            className="flex min-h-12 items-center justify-between gap-4 border-t border-line px-[18px] py-2.5"
          >
            <dt className="hint">{t(label)}</dt>
            <dd className="text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The account page: the user, their settings and sessions. */
export default function AccountPage() {
  const t = useT();
  const { user } = useUser();
  const { hash } = useLocation();
  const signedIn = Boolean(user);
  useEffect(() => {
    if (signedIn && hash === "#settings") document.getElementById("settings")?.scrollIntoView();
  }, [signedIn, hash]);
  if (!user) return <SignedOut />;
  return (
    <Page title={t("users.title")} documentTitle={t("users.title")} sub={t("users.sub")} above={<Trail />}>
      {user.permissions.length === 0 ? <Waiting name={user.displayName} /> : null}
      <div className="grid items-start gap-[18px] lg:grid-cols-[320px_minmax(0,1fr)]">
        <PersonCard user={user} />
        <div className="grid min-w-0 gap-[18px]">
          <RsiCard />
          <SettingsPanel user={user} />
          <SessionsPanel />
        </div>
      </div>
    </Page>
  );
}
