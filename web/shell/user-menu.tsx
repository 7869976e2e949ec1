import { useState } from "react";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../lib/paths.ts";
import { signOut } from "../lib/session.tsx";
import { setTheme, THEMES, useTheme } from "../lib/theme.ts";
import { LogOutIcon, PersonIcon, SettingsIcon } from "../ui/icons.tsx";
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from "../ui/menu.tsx";
import { UserButton } from "./buttons.tsx";

/** The signed-in user's menu: account, settings, theme, log out. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const t = useT();
  const theme = useTheme();
  const [leaving, setLeaving] = useState(false);
  const name = user.displayName || user.username;
  const leave = async () => {
    if (leaving) return;
    setLeaving(true);
    await signOut();
  };
  return (
    <Menu trigger={<UserButton user={user} />}>
      <div className="px-2.5 py-1.5 xl:hidden">
        <span className="block font-semibold">{name}</span>
        <span className="block hint">{user.role ?? t("user.no_role")}</span>
      </div>
      <MenuLink to={ACCOUNT_PATH} icon={<PersonIcon />}>
        {t("nav.account")}
      </MenuLink>
      <MenuLink to={`${ACCOUNT_PATH}#settings`} icon={<SettingsIcon />}>
        {t("nav.settings")}
      </MenuLink>
      <MenuSeparator />
      <MenuRadioGroup
        label={t("theme.label")}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={setTheme}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon />} onSelect={() => void leave()} keepOpen>
        {leaving ? t("session.logging_out") : t("session.logout")}
      </MenuItem>
    </Menu>
  );
}
