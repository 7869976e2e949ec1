import type { ComponentType } from "react";
import type { MessageKey } from "../lib/i18n/catalogues.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { MoreIcon } from "./icons.tsx";
import { Menu, MenuLink } from "./menu.tsx";

type Place = { path: string; label: MessageKey; Icon: ComponentType };

/** The places that the bar on phones has no room for. */
export default function MoreMenu({ places, className }: { places: Place[]; className: string }) {
  const t = useT();
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={className}>
          <MoreIcon size={21} />
          {t("nav.more")}
        </button>
      }
    >
      {places.map(({ path, label, Icon }) => (
        <MenuLink key={path} to={path} icon={<Icon />}>
          {t(label)}
        </MenuLink>
      ))}
    </Menu>
  );
}
