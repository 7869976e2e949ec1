import { useState } from "react";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { useAction } from "../lib/action.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../lib/paths.ts";
import { signOut, useSaveLanguage } from "../lib/session.tsx";
import { setTheme, THEMES, useTheme } from "../lib/theme.ts";
import { CalendarIcon, LogOutIcon, PersonIcon, SettingsIcon, ShipIcon } from "../ui/icons.tsx";
import { MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from "../ui/menu.tsx";

const LANGUAGES = ["en", "da"] as const;

/** The items of the signed-in user's menu. */
export default function UserMenu({ user, onAway }: { user: CurrentUser; onAway: () => void }) {
  const t = useT();
  const theme = useTheme();
  const language = useLanguage();
  const choose = useAction(useSaveLanguage(), { failed: t("language.failed") });
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    if (leaving) return;
    setLeaving(true);
    await signOut();
  };
  return (
    <>
      <div className="px-2.5 py-1.5 xl:hidden">
        <span className="block font-semibold">{user.displayName || user.username}</span>
        <span className="block hint">{user.role ?? t("user.no_role")}</span>
      </div>
      <MenuLink to={ACCOUNT_PATH} icon={<PersonIcon />}>
        {t("nav.account")}
      </MenuLink>
      <MenuLink to={`${ACCOUNT_PATH}#settings`} icon={<SettingsIcon />}>
        {t("nav.settings")}
      </MenuLink>
      <MenuLink to="/my-hangar" icon={<ShipIcon />}>
        {t("nav.hangar")}
      </MenuLink>
      {user.member ? (
        <MenuItem icon={<CalendarIcon />} onSelect={onAway}>
          {t("nav.away")}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuRadioGroup
        label={t("theme.label")}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={setTheme}
      />
      <MenuSeparator />
      <MenuRadioGroup
        label={t("language.label")}
        value={choose.running?.[0] ?? language}
        options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChange={(next) => void choose.run(next)}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon />} onSelect={() => void leave()} keepOpen>
        {leaving ? t("session.logging_out") : t("session.logout")}
      </MenuItem>
    </>
  );
}
