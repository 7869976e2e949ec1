import {
  type ComponentProps,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useOnline } from "../../lib/connection.ts";
import { keepFocus } from "../../lib/focus.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH, APPLICATION_PATH } from "../../lib/paths.ts";
import { signOut, useSaveLanguage } from "../../lib/session.tsx";
import { stopStrayClicks } from "../../lib/stray-clicks.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { BellIcon, LogOutIcon, PersonIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from "../../ui/menu.tsx";
import { noticesPanel } from "../notices/index.ts";
import { useNotices } from "./joining.api.ts";

const LANGUAGES = ["en", "da"] as const;

const Place = createContext<HTMLElement | null>(null);

/** Shows something in the header of the frame around it. */
export function InHeader({ children }: { children: ReactNode }) {
  const place = use(Place);
  return place && createPortal(children, place);
}

function useLanguages() {
  const t = useT();
  const language = useLanguage();
  const choose = useAction(useSaveLanguage(), { failed: t("language.failed") });
  return { shown: choose.running?.[0] ?? language, choose: (next: "en" | "da") => void choose.run(next) };
}

function Languages({ className }: { className: string }) {
  const t = useT();
  const { shown, choose } = useLanguages();
  return (
    <fieldset className={`flex text-md ${className}`}>
      <legend className="sr-only">{t("language.label")}</legend>
      {LANGUAGES.map((value, at) => (
        <span key={value} className="flex items-center">
          {at > 0 ? (
            <span aria-hidden="true" className="text-ink-3">
              ·
            </span>
          ) : null}
          <button
            type="button"
            lang={value}
            aria-pressed={value === shown}
            className="target min-h-6 rounded-s px-1.5 text-ice hover:underline aria-pressed:font-medium aria-pressed:text-ink aria-pressed:no-underline"
            onClick={() => choose(value)}
          >
            {value === "en" ? "English" : "Dansk"}
          </button>
        </span>
      ))}
    </fieldset>
  );
}

function Bell({ unread }: { unread: number }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn quiet icon relative"
        aria-label={t("joining.notices", { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon size={18} />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="figure absolute right-0 bottom-1/2 min-w-4 rounded-full bg-ink px-0.5 text-center text-[10px] leading-4 font-semibold text-void"
          >
            {unread}
          </span>
        ) : null}
      </button>
      {isOpen ? (
        <Suspense>
          <noticesPanel.View opener={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function UserButton({ user, ...rest }: ComponentProps<"button"> & { user: CurrentUser }) {
  const t = useT();
  return (
    <button
      type="button"
      className="target flex items-center gap-[9px] rounded-m p-1.5 text-left hover:bg-rail"
      {...rest}
    >
      <span className="sr-only">{t("user.menu")}</span>
      <Avatar name={user.displayName} src={user.avatarUrl} />
      <span className="max-w-[180px] pr-1 leading-[1.25] max-md:sr-only">
        <span className="block truncate text-md font-semibold">{user.displayName}</span>
        <span className="block truncate hint">{t("joining.applicant")}</span>
      </span>
    </button>
  );
}

function UserMenu({ user }: { user: CurrentUser }) {
  const t = useT();
  const { shown, choose } = useLanguages();
  const leave = useAction(signOut, { failed: t("session.logout_failed") });
  return (
    <Menu trigger={<UserButton user={user} />}>
      <MenuLink to={ACCOUNT_PATH} icon={<PersonIcon />}>
        {t("nav.account")}
      </MenuLink>
      <MenuSeparator />
      <MenuRadioGroup
        label={t("language.label")}
        value={shown}
        options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChange={choose}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon />} onSelect={() => void leave.run()} keepOpen>
        {t(leave.pending ? "session.logging_out" : "session.logout")}
      </MenuItem>
    </Menu>
  );
}

/** The page of somebody who may open nothing else: the organization's name, and the user's own menu. */
export function Frame(props: { user: CurrentUser; organization: string; children: ReactNode }) {
  const t = useT();
  const isOnline = useOnline();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const { data: notices = [] } = useNotices();
  const hasBell = notices.length > 0;
  useEffect(keepFocus, []);
  useEffect(() => stopStrayClicks(document), []);
  return (
    <Place value={place}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-c bg-act px-4 py-2 font-semibold text-act-ink focus:translate-y-0"
      >
        {t("nav.skip")}
      </a>
      <header
        data-bar=""
        className="sticky top-0 z-20 flex h-14 items-center gap-4 border-b border-line bg-void/88 px-7 backdrop-blur-[10px] max-md:gap-2 max-md:px-4 short:static"
      >
        <Link
          to={APPLICATION_PATH}
          className="flex min-w-0 items-center gap-2.5 rounded-s font-display text-[15px] font-bold tracking-[0.04em] uppercase"
        >
          <Mark />
          <span className="truncate">{props.organization}</span>
        </Link>
        <span className="flex items-center gap-4 text-md text-ink-2 before:h-[22px] before:w-px before:bg-line-strong max-md:hidden">
          {t("joining.title")}
        </span>
        <div className="-mr-1.5 ml-auto flex flex-none items-center gap-3 max-md:gap-1">
          <span role="status">
            {isOnline ? null : (
              <Badge tone="wait">
                {t("connection.offline")}
                <span className="sr-only">. {t("connection.offline_text")}</span>
              </Badge>
            )}
          </span>
          <span ref={setPlace} className="empty:hidden max-md:hidden" />
          <Languages className={hasBell || !isOnline ? "max-md:hidden" : ""} />
          {hasBell ? <Bell unread={notices.filter(({ isRead }) => !isRead).length} /> : null}
          <UserMenu user={props.user} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        {props.children}
      </main>
    </Place>
  );
}

const Mark = () => (
  <svg
    width={22}
    height={22}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinejoin="round"
    aria-hidden="true"
    className="flex-none text-ice"
  >
    <path d="M12 2.5 20.5 7.5v9L12 21.5 3.5 16.5v-9z" />
    <path d="M12 7.5 16 16l-4-2-4 2z" fill="currentColor" stroke="none" />
  </svg>
);
