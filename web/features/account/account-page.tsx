import { type ReactNode, Suspense, use } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { BackArea } from "../../lib/back-area.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH, APPLICATION_PATH, normalized, SIGN_IN_PATH } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.tsx";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { keepWanted } from "../../lib/wanted.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import {
  ArrowLeftIcon,
  BellIcon,
  CalendarIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  DatabaseIcon,
  InfoIcon,
  KeyIcon,
  LockIcon,
  PersonIcon,
} from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu, MenuLink } from "../../ui/menu.tsx";
import { Page, useDocumentTitle } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorBoundary, NoAccess } from "../../ui/states.tsx";
import { ownLeaves } from "../leave/index.ts";
import { noticeSettings } from "../notices/index.ts";
import { pushPanel } from "../push/index.ts";
import { heldNotice } from "../second-factor/index.ts";
import { ownTokens } from "../tokens/index.ts";

const profile = part(() => import("./profile-section.tsx"));
const security = part(
  () => import("./security-section.tsx"),
  (language) => [import(`../sessions/sessions.${language}.json`)],
);
const data = part(() => import("./data-section.tsx"));

type Section = "profile" | "notifications" | "away" | "security" | "data" | "programs";

/** The sections in the order of the menu; those for members are offered to members alone. */
const ALL: Record<Section, { icon: ReactNode; isForMembers?: true; show: (user: CurrentUser) => ReactNode }> =
  {
    profile: { icon: <PersonIcon />, show: (user) => <profile.View user={user} /> },
    notifications: {
      icon: <BellIcon />,
      show: () => (
        <>
          <noticeSettings.View />
          <pushPanel.View />
        </>
      ),
    },
    away: {
      icon: <CalendarIcon />,
      isForMembers: true,
      show: ({ id }) => <ownLeaves.View userId={id} />,
    },
    security: { icon: <LockIcon />, show: (user) => <security.View user={user} /> },
    data: { icon: <DatabaseIcon />, show: (user) => <data.View user={user} /> },
    // Whatever lets programs in has its panel here.
    programs: { icon: <KeyIcon />, isForMembers: true, show: () => <ownTokens.View /> },
  };

const SECTIONS = Object.keys(ALL) as Section[];

/** The address of a section; area.ts has a page for each. */
const sectionPath = (section: Section): string =>
  section === "profile" ? ACCOUNT_PATH : `${ACCOUNT_PATH}/${section}`;

/** Sections by the fragments that named them while the account was one page; sent messages still do. */
const MOVED: Partial<Record<string, Section>> = {
  "#notifications": "notifications",
  "#push": "notifications",
  "#leave": "away",
  "#sign-in": "security",
  "#second-factor": "security",
  "#tokens": "programs",
};

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
function NextStep({ user, section }: { user: CurrentUser; section: Section }) {
  const t = useT();
  const standsIn = useLocation().state === true;
  if (user.isHeldBack)
    return (
      <Suspense fallback={null}>
        <heldNotice.View />
      </Suspense>
    );
  if (user.permissions.length > 0 || section !== "profile") return null;
  return (
    <Panel className="mb-[18px] flex gap-3 px-[18px] py-4">
      <InfoIcon size={20} className="mt-px flex-none text-new" />
      <div className="min-w-0">
        <h2>{t("users.waiting_title", { name: user.displayName })}</h2>
        {standsIn ? <p className="mt-1">{t("users.waiting_closed")}</p> : null}
        {user.applies ? null : <p className="mt-1 max-w-[72ch] text-ink-2">{t("users.waiting_text")}</p>}
        <p className="mt-3 flex flex-wrap gap-2">
          {user.applies ? (
            <ButtonLink size="s" variant="primary" to={APPLICATION_PATH}>
              {t("users.application")}
            </ButtonLink>
          ) : null}
          {user.signInMethods.includes("discord") ? null : (
            <ButtonLink size="s" to={sectionPath("security")}>
              {t("users.link.title")}
            </ButtonLink>
          )}
          <ButtonLink size="s" to="/my-hangar">
            {t("users.waiting_ships")}
          </ButtonLink>
        </p>
      </div>
    </Panel>
  );
}

/** The way between the sections: a list beside them, on phones a menu above them. */
function SectionLinks({ user, section }: { user: CurrentUser; section: Section }) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const offered = SECTIONS.filter((each) => user.member || !ALL[each].isForMembers);
  if (isPhone)
    return (
      <nav aria-label={t("users.sections")}>
        <Menu
          trigger={
            <Button className="w-full justify-start">
              {ALL[section].icon}
              {t(`users.section.${section}`)}
              <ChevronDownIcon className="ml-auto text-ink-3" />
            </Button>
          }
        >
          {offered.map((each) => (
            <MenuLink key={each} to={sectionPath(each)} icon={ALL[each].icon}>
              {t(`users.section.${each}`)}
            </MenuLink>
          ))}
        </Menu>
      </nav>
    );
  return (
    <nav aria-label={t("users.sections")} className="sticky top-[74px] grid gap-0.5">
      {offered.map((each) => (
        <Link
          key={each}
          to={sectionPath(each)}
          aria-current={each === section ? "page" : undefined}
          className="flex min-h-9 items-center gap-2.5 rounded-c px-3 py-1.5 font-book text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-rail aria-[current]:text-ink [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-ink-3"
        >
          {ALL[each].icon}
          {t(`users.section.${each}`)}
        </Link>
      ))}
    </nav>
  );
}

function Content({ user }: { user: CurrentUser }) {
  const t = useT();
  const { pathname, hash } = useLocation();
  const section = SECTIONS.find((each) => sectionPath(each) === normalized(pathname)) ?? "profile";
  const title = t("users.title");
  const { isForMembers, show } = ALL[section];
  const moved = section === "profile" && MOVED[hash];
  if (moved) return <Navigate to={sectionPath(moved)} replace />;
  return (
    <Page title={title} documentTitle={`${t(`users.section.${section}`)} · ${title}`} above={<Trail />}>
      <NextStep user={user} section={section} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] md:grid-cols-[200px_minmax(0,1fr)] xl:gap-7">
        <SectionLinks user={user} section={section} />
        <div
          className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px] ${section === "profile" ? "" : "max-w-[860px]"}`}
        >
          <ErrorBoundary key={section}>
            <Suspense fallback={<SkeletonLines lines={6} className="panel p-[18px]" />}>
              {isForMembers && !user.member ? (
                <Panel>
                  <EmptyState title={t("users.waiting_closed")} />
                </Panel>
              ) : (
                show(user)
              )}
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </Page>
  );
}

export default function AccountPage() {
  const { user } = useUser();
  return user ? <Content user={user} /> : <SignedOut />;
}
