import { useT } from "../../lib/i18n/i18n.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EditIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** The actions of a role or a permission; a reason blocks one and is shown. */
export function EditMenu(props: {
  label: string;
  onEdit: () => void;
  onDelete: () => void;
  editReason?: string | false;
  deleteReason?: string | false;
}) {
  const t = useT();
  return (
    <Menu trigger={<IconButton label={props.label} icon={<MoreIcon />} size="s" />}>
      <MenuItem icon={<EditIcon />} reason={props.editReason} onSelect={props.onEdit}>
        {t("roles.edit")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<TrashIcon />} danger reason={props.deleteReason} onSelect={props.onDelete}>
        {t("roles.delete")}
      </MenuItem>
    </Menu>
  );
}

export function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  const t = useT();
  return (
    <EmptyState
      title={t("roles.no_match", { q: search })}
      action={<Button onClick={onClear}>{t("filter.search_clear")}</Button>}
    />
  );
}
