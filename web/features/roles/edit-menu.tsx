import { useT } from "../../lib/i18n/i18n.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";

/** What can be done with a role or a permission; a reason blocks it and says why. */
export function EditMenu(props: {
  label: string;
  onEdit: () => void;
  onDelete: () => void;
  editReason?: string | false;
  deleteReason?: string | false;
}) {
  const t = useT();
  const { label, onEdit, onDelete, editReason = false, deleteReason = false } = props;
  return (
    <Menu trigger={<IconButton label={label} icon={<MoreIcon />} size="s" />}>
      <MenuItem icon={<EditIcon />} reason={editReason} onSelect={onEdit}>
        {t("roles.edit")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<TrashIcon />} danger reason={deleteReason} onSelect={onDelete}>
        {t("roles.delete")}
      </MenuItem>
    </Menu>
  );
}
