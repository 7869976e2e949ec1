import { Suspense, useEffect, useRef } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { offeredAreas } from "../areas.ts";
import { pauseBanner } from "../features/backup/index.ts";
import { can } from "../lib/can.ts";
import { useOnline } from "../lib/connection.ts";
import { keepFocus } from "../lib/focus.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { stopStrayClicks } from "../lib/stray-clicks.ts";
import { PHONE, useMedia } from "../lib/use-media.ts";
import { Badge } from "../ui/badge.tsx";
import { Brand } from "../ui/brand.tsx";
import { Bell } from "./bell.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SearchBox } from "./search-box.tsx";
import { UserMenu } from "./user-menu.tsx";

/** Header, navigation and the place where pages appear, for every signed-in user. */
export function Shell({ user }: { user: CurrentUser }) {
  const t = useT();
  const language = useLanguage();
  const isPhone = useMedia(PHONE);
  const isOnline = useOnline();
  const { pathname, hash } = useLocation();
  const areas = offeredAreas(user.permissions);
  useEffect(keepFocus, []);
  const shown = useRef(pathname);
  useEffect(() => stopStrayClicks(document), []);
  useEffect(() => {
    // The browser restores the scroll position of a reloaded page.
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
      <header
        data-bar=""
        className="sticky top-0 z-20 flex h-14 items-center gap-7 max-[1399px]:gap-3 border-b border-line bg-void/88 px-7 backdrop-blur-[10px] max-lg:gap-2 max-lg:px-4 short:static"
      >
        <Link to="/" className="flex flex-none items-center rounded-s">
          <Brand compact />
        </Link>
        <nav
          aria-label={t("nav.main")}
          className="flex h-[calc(100%+1px)] min-w-0 gap-0.5 overflow-x-auto overflow-y-hidden [scrollbar-width:none] max-md:hidden"
        >
          {areas
            .filter(({ isAside }) => !isAside)
            .map((area) => (
              <NavLink
                key={area.path}
                to={area.path}
                className="relative my-[9px] flex items-center rounded-c px-[11px] font-medium whitespace-nowrap max-[1399px]:px-2 max-lg:px-1.5 max-lg:text-md text-ink-2 hover:text-ink aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-[11px] aria-[current]:after:-bottom-[10px] aria-[current]:after:h-0.5 aria-[current]:after:rounded-t-[2px] aria-[current]:after:bg-ice"
              >
                <span className={area.short && "max-lg:hidden"}>{area.label[language]}</span>
                {area.short ? <span className="lg:hidden">{area.short[language]}</span> : null}
              </NavLink>
            ))}
        </nav>
        <div className="-mr-1.5 ml-auto flex flex-none items-center gap-3 max-lg:gap-1.5">
          <span role="status">
            {isOnline ? null : (
              <Badge tone="wait">
                {t("connection.offline")}
                <span className="sr-only">. {t("connection.offline_text")}</span>
              </Badge>
            )}
          </span>
          <SearchBox user={user} />
          <Bell user={user} />
          <UserMenu user={user} />
        </div>
      </header>
      <div aria-live="polite">
        {user.pause ? (
          <Suspense>
            <pauseBanner.View pause={user.pause} mayResume={can(user.permissions, "admin.system")} />
          </Suspense>
        ) : null}
      </div>
      <main
        id="main"
        tabIndex={-1}
        className="outline-none max-md:pb-[calc(60px+env(safe-area-inset-bottom))] short:pb-0"
      >
        <Outlet />
      </main>
      {isPhone && areas.length > 0 ? <PhoneBar areas={areas} /> : null}
    </>
  );
}
