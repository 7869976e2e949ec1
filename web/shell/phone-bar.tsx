import { NavLink } from "react-router";
import { ACCOUNT, DESTINATIONS, type Destination } from "../areas.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { lazyIcon } from "../ui/lazy-icon.tsx";
import { Menu, MenuLink } from "../ui/menu.tsx";
import { MoreButton } from "./buttons.tsx";

/** How many places the bar has. */
const BAR_PLACES = 5;

const ICONS = new Map(DESTINATIONS.map(({ path, icon }) => [path, lazyIcon(icon)]));

/** The navigation at the bottom of a phone. */
export function PhoneBar({ areas }: { areas: Destination[] }) {
  const t = useT();
  const language = useLanguage();
  const places = [...areas, ACCOUNT];
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
        const Icon = ICONS.get(area.path);
        return (
          <NavLink key={area.path} to={area.path} className={place}>
            {Icon ? <Icon size={21} /> : null}
            <span className="max-w-full truncate">{(area.short ?? area.label)[language]}</span>
          </NavLink>
        );
      })}
      {rest.length > 0 ? (
        <Menu side="top" trigger={<MoreButton className={place} />}>
          {rest.map(({ path, label }) => {
            const Icon = ICONS.get(path);
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
