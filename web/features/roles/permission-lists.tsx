import { Link } from "react-router";
import type { PermissionRecord, Role, RouteAccess } from "../../../worker/features/roles/roles.schema.ts";
import { byCategory } from "../../lib/by-category.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { listOf } from "../../lib/list.ts";
import type { FilteredList } from "../../ui/filter-bar.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EditMenu, noMatchFor } from "./list-parts.tsx";
import { listNames, matches, namesOf } from "./names.ts";
import { useRouteAccess } from "./roles.api.ts";

/** Props of a Link to the members with a permission, by its id. */
type Linking = (id: string) => { to: string; state: unknown };

/** Permissions by category, each with its roles; a row opens their members. */
export function PermissionList(props: {
  permissions: readonly PermissionRecord[];
  roles: readonly Role[] | undefined;
  linkTo: Linking;
  onEdit: (permission: PermissionRecord) => void;
  onDelete: (permission: PermissionRecord) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { permissions, roles, linkTo } = props;
  return (
    <div className="grid gap-3">
      {byCategory(permissions, language).map(({ category, label, items }) => (
        <Panel
          key={category}
          title={label}
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
                  className="relative grid min-h-14 grid-cols-[minmax(0,1.5fr)_minmax(0,0.7fr)_minmax(0,1fr)_34px] items-center gap-x-5 border-t border-line pad py-2 first:border-t-0 hover:bg-deck/70 max-md:grid-cols-[minmax(0,1fr)_34px]"
                >
                  <span className="min-w-0 leading-[1.35]">
                    <Link {...linkTo(id)} className="covers font-book">
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

/** The routes of the API with their permissions. */
export function RouteList(props: {
  list: FilteredList;
  permissions: readonly PermissionRecord[];
  linkTo: Linking;
}) {
  const t = useT();
  const { list, permissions, linkTo } = props;
  const { q } = list.address;
  const routes = useRouteAccess();
  const isFound = ({ method, path, permissions: ids }: RouteAccess) =>
    matches(q, `${method} ${path}`, ...ids, ...namesOf(permissions, ids));
  return (
    <ListPanel
      source={listOf(routes)}
      items={routes.data?.filter(isFound)}
      list={list}
      noMatch={noMatchFor(t, q)}
    >
      {(found) => (
        <ul>
          {found.map(({ method, path, access, permissions: ids, isEachNeeded }) => (
            <li
              key={`${method} ${path}`}
              className="grid min-h-11 grid-cols-[64px_minmax(0,1.4fr)_minmax(0,1fr)] items-center gap-x-3 border-t border-line pad py-2 first:border-t-0 max-md:grid-cols-[56px_minmax(0,1fr)]"
            >
              <code className="font-mono text-[12px] text-ink-2">{method}</code>
              <code className="min-w-0 font-mono text-[12px] [overflow-wrap:anywhere]">{path}</code>
              <span className="min-w-0 text-md text-ink-2 max-md:col-start-2">
                {access === "permission"
                  ? ids.map((id, at) => (
                      <span key={id}>
                        {at > 0 ? ` ${t(isEachNeeded ? "permissions.and" : "permissions.or")} ` : null}
                        <Link className="link inline-flex min-h-6 items-center" {...linkTo(id)}>
                          {namesOf(permissions, [id])[0]}
                        </Link>
                      </span>
                    ))
                  : t(`permissions.access.${access}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ListPanel>
  );
}
