import { type ComponentProps, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import useSWR from "swr";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { ACCOUNT, areaOf, type Destination, offeredAreas } from "../areas.ts";
import { pauseBanner } from "../features/backup/index.ts";
import { LeaveDialog } from "../features/leave/index.ts";
import { noticesPanel, useNeeds } from "../features/notices/index.ts";
import { palette, shortcutList } from "../features/search/index.ts";
import { can } from "../lib/can.ts";
import { useOnline } from "../lib/connection.ts";
import { keepFocus } from "../lib/focus.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { usePolling } from "../lib/live.ts";
import { reloadUser, USER_KEY } from "../lib/session.tsx";
import { stopStrayClicks } from "../lib/stray-clicks.ts";
import { PHONE, useMedia } from "../lib/use-media.ts";
import { iconAt } from "../nav-icons.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Brand } from "../ui/brand.tsx";
import { BellButton, SkipLink } from "../ui/frame-parts.tsx";
import { MoreIcon, SearchIcon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Menu, MenuLink } from "../ui/menu.tsx";
import { part } from "../ui/part.tsx";
import type { searchKeys } from "./search-keys.ts";

/** The signed-in user's name and role, as the button that opens the user menu. */
function UserButton({ user, ...rest }: ComponentProps<"button"> & { user: CurrentUser }) {
  const t = useT();
  const name = user.displayName || user.username;
  const presence = useOnline()
    ? ({ tone: "go", label: t("presence.online") } as const)
    : ({ tone: "idle", label: t("connection.offline") } as const);
  return (
    <button
      type="button"
      className="target flex items-center gap-[9px] rounded-m p-1.5 text-left hover:bg-rail"
      {...rest}
    >
      <span className="sr-only">{t("user.menu")}</span>
      <Avatar name={name} src={user.avatarUrl} presence={presence} />
      <span className="max-w-[180px] pr-1 leading-[1.25] max-[1400px]:sr-only">
        <span className="block truncate text-md font-semibold">{name}</span>
        <span className="block truncate hint">{user.role ?? t("user.no_role")}</span>
      </span>
    </button>
  );
}

/** Opens the places that the bar on phones has no room for. */
function MoreButton(props: ComponentProps<"button">) {
  const t = useT();
  return (
    <button type="button" {...props}>
      <MoreIcon size={21} />
      {t("nav.more")}
    </button>
  );
}

const userMenu = part(() => import("./user-menu.tsx"));

function UserMenu({ user }: { user: CurrentUser }) {
  const [isAway, setAway] = useState(false);
  return (
    <>
      <Menu trigger={<UserButton user={user} />}>
        <userMenu.View user={user} onAway={() => setAway(true)} />
      </Menu>
      {isAway ? <LeaveDialog userId={user.id} onClose={() => setAway(false)} /> : null}
    </>
  );
}

type Keys = ReturnType<typeof searchKeys>;

/** Opens the palette, by a press or by keys, and follows the keys of pages and of what users can begin. */
function SearchBox({ user }: { user: CurrentUser }) {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const [keys, setKeys] = useState<Keys | null>(null);
  const go: Parameters<Keys["follow"]>[0] = useEffectEvent((what) =>
    typeof what === "string" ? setOpen(what) : void navigate(what.to),
  );
  useEffect(() => {
    import("./search-keys.ts").then(
      ({ searchKeys }) => setKeys(searchKeys(user)),
      () => undefined,
    );
  }, [user]);
  useEffect(() => keys?.follow((what) => go(what)), [keys]);
  const rest = { commands: keys?.commands ?? [], onClose: () => setOpen(null) };
  return (
    <>
      <button
        type="button"
        className="btn quiet icon search-box"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
      >
        <SearchIcon size={18} />
        <span>{t("nav.search_box")}</span>
        <kbd className="kbd">{keys?.palette}</kbd>
      </button>
      <Suspense>
        {open === "palette" ? (
          <palette.View user={user} onShortcuts={() => setOpen("shortcuts")} {...rest} />
        ) : null}
        {open === "shortcuts" ? <shortcutList.View {...rest} /> : null}
      </Suspense>
    </>
  );
}

/** How many places the bar has. */
const BAR_PLACES = 5;

const inBar = ({ order, barOrder = order }: Destination) => barOrder;

/** The navigation at the bottom of a phone. */
function PhoneBar({ areas, current }: { areas: Destination[]; current: Destination | undefined }) {
  const t = useT();
  const language = useLanguage();
  const places = [...areas, ACCOUNT].toSorted((a, b) => inBar(a) - inBar(b));
  const shown = places.length > BAR_PLACES ? places.slice(0, BAR_PLACES - 1) : places;
  const rest = places.slice(shown.length);
  const place =
    "flex min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs leading-none font-book text-ink-3 aria-[current]:text-ink";
  return (
    <nav
      aria-label={t("nav.main")}
      className="fixed inset-x-0 bottom-0 z-20 flex short:static h-[calc(60px+env(safe-area-inset-bottom))] border-t border-line bg-hull px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {shown.map((area) => {
        const Icon = iconAt(area.path);
        return (
          <Link
            key={area.path}
            to={area.path}
            className={place}
            aria-current={area === current ? "page" : undefined}
          >
            {Icon ? <Icon size={21} /> : null}
            <span className="max-w-full truncate">{(area.short ?? area.label)[language]}</span>
          </Link>
        );
      })}
      {rest.length > 0 ? (
        <Menu
          side="top"
          trigger={
            <MoreButton className={place} aria-current={rest.some((area) => area === current) || undefined} />
          }
        >
          {rest.map(({ path, label }) => {
            const Icon = iconAt(path);
            return (
              <MenuLink key={path} to={path} icon={Icon ? <Icon /> : null}>
                {label[language]}
              </MenuLink>
            );
          })}
        </Menu>
      ) : null}
    </nav>
  );
}

/** Milliseconds between two requests for the number while there is no live connection. */
const POLL_MS = 60_000;

/** The number of things that need the user, and the button that opens them. */
function Bell() {
  const t = useT();
  // A pause comes with the user, who is asked for again when it changes.
  const ask = () => reloadUser().then(() => true);
  useSWR(USER_KEY, ask, { fallbackData: true, ...usePolling(["pauses"], POLL_MS) });
  const count = useNeeds().data?.length ?? 0;
  return (
    <BellButton label={t("nav.notices", { count })} count={count} className={count > 0 ? "pr-2.5" : ""}>
      {(opener, close) => (
        <Suspense>
          <noticesPanel.View opener={opener} onClose={close} />
        </Suspense>
      )}
    </BellButton>
  );
}

/** Header, navigation and the place where pages appear, for every signed-in user. */
export function Shell({ user }: { user: CurrentUser }) {
  const t = useT();
  const language = useLanguage();
  const isPhone = useMedia(PHONE);
  const isOnline = useOnline();
  const { pathname, hash } = useLocation();
  const areas = offeredAreas(user.permissions);
  const current = areaOf(pathname);
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
      <SkipLink />
      <header
        data-bar=""
        className="sticky top-0 z-20 flex h-14 items-center gap-7 max-[1400px]:gap-3 border-b border-line bg-void/88 px-7 backdrop-blur-[10px] max-lg:gap-2 max-lg:px-4 short:static"
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
              <Link
                key={area.path}
                to={area.path}
                aria-current={area === current || area.path === current?.within ? "page" : undefined}
                className="relative my-[9px] flex items-center rounded-c px-[11px] font-medium whitespace-nowrap max-[1400px]:px-2 max-lg:px-1 max-lg:text-md text-ink-2 hover:text-ink aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-[11px] aria-[current]:after:-bottom-[10px] aria-[current]:after:h-0.5 aria-[current]:after:rounded-t-[2px] aria-[current]:after:bg-ice"
              >
                <span className={area.short && "max-lg:hidden"}>{area.label[language]}</span>
                {area.short ? <span className="lg:hidden">{area.short[language]}</span> : null}
              </Link>
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
          <Bell />
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
      {isPhone && areas.length > 0 ? <PhoneBar {...{ areas, current }} /> : null}
    </>
  );
}
