import { Link } from "react-router";
import type { PermissionRecord, Role } from "../../../worker/features/members/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Panel } from "../../ui/panel.tsx";
import { EditMenu } from "./edit-menu.tsx";
import { listNames } from "./names.ts";
import { byCategory } from "./permission-boxes.tsx";

/** Permissions by category, each with the roles that hold it; a row opens who they are. */
export function PermissionList(props: {
  permissions: readonly PermissionRecord[];
  roles: readonly Role[] | undefined;
  linkTo: (id: string) => { to: string; state: unknown };
  onEdit: (permission: PermissionRecord) => void;
  onDelete: (permission: PermissionRecord) => void;
}) {
  const t = useT();
  const { permissions, roles, linkTo } = props;
  return (
    <div className="grid gap-3">
      {byCategory(permissions).map(({ category, items }) => (
        <Panel
          key={category}
          title={t(`roles.category.${category}`)}
          aside={<span className="figure text-sm text-ink-3">{items.length}</span>}
        >
          <ul>
            {items.map((permission) => {
              const { id, name, description, isSystem, can } = permission;
              const holders = roles
                ?.filter((role) => role.permissions?.includes(id))
                .map((role) => role.name);
              return (
                <li
                  key={id}
                  className="relative grid min-h-14 grid-cols-[minmax(0,1.5fr)_minmax(0,0.7fr)_minmax(0,1fr)_34px] items-center gap-x-5 border-t border-line px-[18px] py-2 first:border-t-0 hover:bg-deck/70 max-md:grid-cols-[minmax(0,1fr)_34px] max-md:px-4"
                >
                  <span className="min-w-0 leading-[1.35]">
                    <Link
                      {...linkTo(id)}
                      className="font-book outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ice"
                    >
                      {name}
                    </Link>
                    <span className="block hint">{description}</span>
                  </span>
                  <code className="min-w-0 font-mono text-[11px] [overflow-wrap:anywhere] text-ink-3 max-md:row-start-2">
                    {id}
                  </code>
                  <span className="min-w-0 text-md text-ink-2 max-md:row-start-3">
                    {holders ? listNames(t, holders) : "\u00a0"}
                  </span>
                  <span className="relative z-1 max-md:col-start-2 max-md:row-start-1">
                    {isSystem ? null : (
                      <EditMenu
                        label={t("permissions.menu", { name })}
                        onEdit={() => props.onEdit(permission)}
                        onDelete={() => props.onDelete(permission)}
                        editReason={!can.update && t("permissions.blocked")}
                        deleteReason={!can.delete && t("permissions.blocked")}
                      />
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
