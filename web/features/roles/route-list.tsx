import { Link } from "react-router";
import type { PermissionRecord, RouteAccess } from "../../../worker/features/members/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { matches, namesOf } from "./names.ts";
import { useRouteAccess } from "./roles.api.ts";

/** Every route of the API with what calling it takes. */
export function RouteList(props: {
  search: string;
  permissions: readonly PermissionRecord[];
  linkTo: (id: string) => { to: string; state: unknown };
  onClear: () => void;
}) {
  const t = useT();
  const { search, permissions } = props;
  const { data, error, mutate } = useRouteAccess();
  const isFound = ({ method, path, permissions: ids }: RouteAccess) =>
    matches(search, `${method} ${path}`, ...ids, ...namesOf(permissions, ids));
  const shown = data?.filter(isFound);
  return (
    <Panel>
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!error && !data ? <SkeletonLines lines={10} className="p-5" /> : null}
      {shown?.length === 0 ? (
        <EmptyState
          title={t("roles.no_match", { q: search })}
          action={<Button onClick={props.onClear}>{t("filter.search_clear")}</Button>}
        />
      ) : null}
      <ul>
        {shown?.map(({ method, path, access, permissions: ids }) => (
          <li
            key={`${method} ${path}`}
            className="grid min-h-11 grid-cols-[64px_minmax(0,1.4fr)_minmax(0,1fr)] items-center gap-x-3 border-t border-line px-[18px] py-2 first:border-t-0 max-md:grid-cols-[56px_minmax(0,1fr)] max-md:px-4"
          >
            <code className="font-mono text-[12px] text-ink-2">{method}</code>
            <code className="min-w-0 font-mono text-[12px] [overflow-wrap:anywhere]">{path}</code>
            <span className="min-w-0 text-md text-ink-2 max-md:col-start-2">
              {access === "permission"
                ? ids.map((id, at) => (
                    <span key={id}>
                      {at > 0 ? ` ${t("permissions.or")} ` : null}
                      <Link className="link inline-flex min-h-6 items-center" {...props.linkTo(id)}>
                        {namesOf(permissions, [id])[0]}
                      </Link>
                    </span>
                  ))
                : t(`permissions.access.${access}`)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
