import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { IconButton } from "../../ui/button.tsx";
import { ChevronDownIcon, ChevronUpIcon, MoreIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";

/** The menu of a section, question or option, which moves it up or down. `children` are further items, behind a line. */
export function PlaceMenu(props: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  children?: ReactNode;
}) {
  const t = useT();
  const { name, isFirst, isLast, onMove, children } = props;
  return (
    <Menu trigger={<IconButton size="s" label={t("forms.menu", { name })} icon={<MoreIcon />} />}>
      <MenuItem icon={<ChevronUpIcon />} reason={isFirst && t("forms.first")} onSelect={() => onMove(-1)}>
        {t("forms.up")}
      </MenuItem>
      <MenuItem icon={<ChevronDownIcon />} reason={isLast && t("forms.last")} onSelect={() => onMove(1)}>
        {t("forms.down")}
      </MenuItem>
      {children ? (
        <>
          <MenuSeparator />
          {children}
        </>
      ) : null}
    </Menu>
  );
}
