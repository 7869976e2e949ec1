import type { ReactNode } from "react";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";

/** The actions of a role or a permission; a reason blocks one and is shown. */
export function EditMenu(props: {
  label: string;
  onEdit: () => void;
  onDelete: () => void;
  editReason?: string | false;
  deleteReason?: string | false;
  /** Further items. */
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <Menu trigger={<IconButton label={props.label} icon={<MoreIcon />} size="s" />}>
      <MenuItem icon={<EditIcon />} reason={props.editReason} onSelect={props.onEdit}>
        {t("roles.edit")}
      </MenuItem>
      {props.children}
      <MenuSeparator />
      <MenuItem icon={<TrashIcon />} danger reason={props.deleteReason} onSelect={props.onDelete}>
        {t("roles.delete")}
      </MenuItem>
    </Menu>
  );
}

/** What is shown where a search finds nothing. */
export const noMatchFor = (t: Translate, q: string) => ({
  title: t("roles.no_match", { q }),
  clearLabel: t("filter.search_clear"),
});
