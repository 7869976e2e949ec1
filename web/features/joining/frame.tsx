import {
  type ComponentProps,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useEffect,
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
import { Mark } from "../../ui/brand.tsx";
import { BellButton, SkipLink } from "../../ui/frame-parts.tsx";
import { LogOutIcon, PersonIcon } from "../../ui/icons.tsx";
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
  return (
    <BellButton label={t("joining.notices", { count: unread })} count={unread}>
      {(opener, close) => (
        <Suspense>
          <noticesPanel.View opener={opener} onClose={close} />
        </Suspense>
      )}
    </BellButton>
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

/** Header and place of the page for users without a membership: the organization's name and the user's menu, without navigation. */
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
      <SkipLink />
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
