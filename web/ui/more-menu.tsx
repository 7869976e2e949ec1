import type { ComponentType } from "react";
import type { MessageKey } from "../catalogues.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Menu, MenuLink } from "./menu.tsx";
import { MoreButton } from "./more-button.tsx";

type Place = { path: string; label: MessageKey; Icon: ComponentType };

/** The places that the bar on phones has no room for. */
export default function MoreMenu({ places, className }: { places: Place[]; className: string }) {
  const t = useT();
  return (
    <Menu side="top" trigger={<MoreButton className={className} />}>
      {places.map(({ path, label, Icon }) => (
        <MenuLink key={path} to={path} icon={<Icon />}>
          {t(label)}
        </MenuLink>
      ))}
    </Menu>
  );
}
