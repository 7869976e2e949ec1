import { type ComponentType, Suspense, useEffect, useRef } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router";
import type { CurrentUser } from "../../worker/features/account/account.schema.ts";
import { ACCOUNT, type Area, offeredAreas } from "../features.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Brand } from "../ui/brand.tsx";
import {
  BotIcon,
  DashboardIcon,
  HistoryIcon,
  OrganizationIcon,
  PeopleIcon,
  PersonIcon,
  PipelineIcon,
  ShieldIcon,
  ShipIcon,
  ToolsIcon,
} from "../ui/icons.tsx";
import { part } from "../ui/part.tsx";
import { Bell } from "./bell.tsx";
import { MoreButton, UserButton } from "./buttons.tsx";

// Menus are fetched after the page: no page opens with one. The button of a missing menu fetches it again.
const userMenu = part(
  async () => ({ default: (await import("./menus.tsx")).UserMenu }),
  [],
  ({ user }, { pending, onRetry }) => <UserButton user={user} aria-busy={pending} onClick={onRetry} />,
);
const moreMenu = part(
  async () => ({ default: (await import("./menus.tsx")).MoreMenu }),
  [],
  ({ className }, { pending, onRetry }) => (
    <MoreButton className={className} aria-busy={pending} onClick={onRetry} />
  ),
);

const ICONS: Record<Area["path"], ComponentType<{ size?: number }>> = {
  "/dashboard": DashboardIcon,
  "/organization": OrganizationIcon,
  "/tools": ToolsIcon,
  "/crm": PipelineIcon,
  "/members": PeopleIcon,
  "/discord-bots": BotIcon,
  "/admin": ShieldIcon,
  "/audit": HistoryIcon,
  "/my-hangar": ShipIcon,
  "/account": PersonIcon,
};

/** How many places the bar on phones has. */
const BAR_PLACES = 5;

function PhoneBar({ areas }: { areas: Area[] }) {
  const t = useT();
  const places = [...areas, ACCOUNT];
  const shown = places.length > BAR_PLACES ? places.slice(0, BAR_PLACES - 1) : places;
  const rest = places.slice(shown.length);
  const place =
    "flex min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs leading-none font-book text-ink-3 aria-[current]:text-ink";
  return (
    <nav
      aria-label={t("nav.main")}
      className="fixed inset-x-0 bottom-0 z-20 flex h-[calc(60px+env(safe-area-inset-bottom))] border-t border-line bg-hull px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {shown.map((area) => {
        const Icon = ICONS[area.path];
        return (
          <NavLink key={area.path} to={area.path} className={place}>
            <Icon size={21} />
            <span className="max-w-full truncate">{t(area.short ?? area.label)}</span>
          </NavLink>
        );
      })}
      {rest.length > 0 ? (
        <Suspense>
          <moreMenu.View
            places={rest.map(({ path, label }) => ({ path, label, Icon: ICONS[path] }))}
            className={place}
          />
        </Suspense>
      ) : null}
    </nav>
  );
}

/** Header, navigation and the place where pages appear, for every signed-in user. */
export function Shell({ user }: { user: CurrentUser }) {
  const t = useT();
  const { pathname, hash } = useLocation();
  const areas = offeredAreas(user.permissions);
  const shown = useRef(pathname);
  useEffect(() => {
    // The browser itself puts a page that was loaded anew back where it was.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!hash) window.scrollTo(0, 0);
  }, [pathname, hash]);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-c bg-act px-4 py-2 font-semibold text-act-ink focus:translate-y-0"
      >
        {t("nav.skip")}
      </a>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-7 border-b border-line bg-void/88 px-7 backdrop-blur-[10px] max-md:px-4">
        <Link to="/" className="rounded-s">
          <Brand compact />
        </Link>
        <nav aria-label={t("nav.main")} className="flex h-full gap-0.5 max-md:hidden">
          {areas
            .filter(({ isAside }) => !isAside)
            .map((area) => (
              <NavLink
                key={area.path}
                to={area.path}
                className="relative my-[9px] flex items-center rounded-c px-[11px] font-medium text-ink-2 hover:text-ink aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-[11px] aria-[current]:after:-bottom-[10px] aria-[current]:after:h-0.5 aria-[current]:after:rounded-t-[2px] aria-[current]:after:bg-ice"
              >
                {t(area.label)}
              </NavLink>
            ))}
        </nav>
        <div className="-mr-1.5 ml-auto flex items-center gap-3 max-md:gap-1.5">
          <Bell user={user} />
          <Suspense fallback={<UserButton user={user} aria-haspopup="menu" aria-busy="true" />}>
            <userMenu.View user={user} />
          </Suspense>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="outline-none max-md:pb-[calc(60px+env(safe-area-inset-bottom))]"
      >
        <Outlet />
      </main>
      {areas.length > 0 ? <PhoneBar areas={areas} /> : null}
    </>
  );
}
