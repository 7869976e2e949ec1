import { isHexColor, type PermissionRecord, type Role } from "../../../worker/features/roles/roles.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useSortableRow } from "../../lib/sortable-row.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from "../../ui/icons.tsx";
import { Link, type LinkProps } from "../../ui/link.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { HistoryItem } from "../audit/index.ts";
import { EditMenu } from "./list-parts.tsx";
import { aboutOf } from "./names.ts";
import type { RoleOrder } from "./role-order.tsx";

const SHOWN = 3;
const DRAGGED = "z-2 bg-rail shadow-[0_0_0_1px_var(--ice),0_0_0_4px_var(--ice-dim)] [&_.hint]:text-ink-2";

/** The columns of the list of roles. */
export const ROLE_GRID =
  "grid grid-cols-[var(--end)_minmax(0,5fr)_minmax(0,6fr)_108px_var(--end)] gap-x-3 pr-3 pl-2 [--end:28px] pointer-coarse:gap-x-1 pointer-coarse:[--end:44px]";

/** A role with the permissions that set it apart and its members; the whole row opens it. */
export function RoleRow(props: {
  role: Role;
  /** All permissions, those first that the fewest roles hold. */
  permissions: readonly PermissionRecord[];
  isOpen: boolean;
  /** Props of the link that opens it. */
  link: LinkProps;
  /** Null while a search leaves out roles. */
  order: RoleOrder | null;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const t = useT();
  const { role, isOpen, order } = props;
  const { id, key, name, isSystem, color, people, faces, can } = role;
  const at = order?.shown.findIndex((each) => each.id === id) ?? 0;
  const row = useSortableRow(id, (step) => order?.move(id, at + step), !order || !can.move);
  const ids = new Set(role.permissions);
  const granted = key === "administrator" ? [] : props.permissions.filter((each) => ids.has(each.id));
  const more = granted.length - SHOWN;
  const special = granted.slice(0, SHOWN).map((permission) => permission.name);
  const listed = [...special, ...(more > 0 ? [t("roles.more", { count: more })] : [])].join(", ");
  return (
    <li
      ref={row.ref}
      data-row={id}
      className={cx(
        ROLE_GRID,
        "relative items-center border-t border-line py-2.5 first:border-t-0 @max-3xl:grid-cols-[var(--end)_minmax(0,1fr)_auto_var(--end)]",
        row.isDragging ? DRAGGED : isOpen ? "bg-deck shadow-[inset_2px_0_0_var(--ice)]" : "hover:bg-deck",
      )}
    >
      {order && can.move ? (
        <button
          {...row.grip}
          aria-label={t("roles.order.grip", { name })}
          className="btn quiet icon s relative z-1 w-7 cursor-grab touch-none active:cursor-grabbing"
        >
          <GripIcon />
        </button>
      ) : (
        <span />
      )}
      <div className="min-w-0 leading-[1.4]">
        <h2 className="flex items-center gap-2 text-base font-semibold [overflow-wrap:anywhere]">
          {isHexColor(color) ? (
            <span
              aria-hidden="true"
              className="h-4 w-1 flex-none rounded-full forced-color-adjust-none"
              style={{ background: color }}
            />
          ) : null}
          <Link
            {...props.link}
            data-open=""
            aria-current={isOpen ? "true" : undefined}
            className="covers min-h-6"
          >
            {name}
          </Link>
        </h2>
        <p className="hint [overflow-wrap:anywhere] empty:hidden @max-md:hidden">{aboutOf(t, role)}</p>
      </div>
      <p className="text-md text-ink-2 @max-3xl:col-[2/-1] @max-3xl:row-start-2 empty:hidden">
        {listed || t(key === "administrator" ? "roles.complete" : "roles.holds_nothing")}
      </p>
      <div className="col-start-4 flex items-center justify-end gap-1 @max-3xl:col-start-3 @max-3xl:row-start-1">
        <span className="flex gap-1 @max-md:hidden">
          {faces.map((face) => (
            <Avatar key={face.id} name={face.name} src={face.avatarUrl} size="s" />
          ))}
        </span>
        <span aria-hidden="true" className="ml-1 min-w-6 text-right figure text-ink-2">
          {people}
        </span>
        <span className="sr-only">{t("roles.people", { people })}</span>
      </div>
      <span className="relative z-1 col-start-5 flex @max-3xl:col-start-4 @max-3xl:row-start-1">
        {can.update ? (
          <EditMenu
            label={t("roles.menu", { name })}
            onEdit={props.onEdit}
            onDelete={props.onDelete}
            deleteReason={isSystem && t("roles.system_kept")}
          >
            {order?.canMove(id, at - 1) ? (
              <MenuItem icon={<ChevronUpIcon />} onSelect={() => order.move(id, at - 1)}>
                {t("roles.order.up")}
              </MenuItem>
            ) : null}
            {order?.canMove(id, at + 1) ? (
              <MenuItem icon={<ChevronDownIcon />} onSelect={() => order.move(id, at + 1)}>
                {t("roles.order.down")}
              </MenuItem>
            ) : null}
            <HistoryItem area="roles" id={id} />
          </EditMenu>
        ) : null}
      </span>
    </li>
  );
}
