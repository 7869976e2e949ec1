import { Link } from "react-router";
import type {
  PermissionHolder,
  PermissionRecord,
} from "../../../worker/features/members/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useHolders } from "./roles.api.ts";

/** Who holds a permission, and through which role. */
export function HoldersDialog(props: { permission: PermissionRecord; onClose: () => void }) {
  const t = useT();
  const { id, name, description } = props.permission;
  const { data, error, mutate } = useHolders(id);
  const total = data?.reduce((sum, { people }) => sum + people, 0) ?? 0;
  return (
    <Dialog open onOpenChange={props.onClose} title={name} description={description} width={560} bare>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 px-[22px] pt-4 pb-3 text-ink-2 max-md:px-4">
        {data ? t("permissions.holders", { people: total, roles: data.length }) : "\u00a0"}
        <code className="font-mono text-[11px] text-ink-3">{id}</code>
      </p>
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!error && !data ? <SkeletonLines lines={5} className="px-[22px] pb-5" /> : null}
      <ul>
        {data?.map((role) => (
          <Holder key={role.id} role={role} />
        ))}
      </ul>
    </Dialog>
  );
}

function Holder({ role }: { role: PermissionHolder }) {
  const t = useT();
  const { id, key, name, people, faces } = role;
  const more = people - faces.length;
  return (
    <li className="border-t border-line px-[22px] py-3 max-md:px-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link className="link font-book" to={`/admin?tab=roles&role=${id}`}>
          {name}
        </Link>
        <span className="hint">{t("roles.people", { people })}</span>
        {key === "administrator" ? <span className="hint">{t("permissions.always")}</span> : null}
      </p>
      {people > 0 ? (
        <ul className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-md text-ink-2">
          {faces.map((face) => (
            <li key={face.id}>
              <Link
                className="inline-flex min-h-6 max-w-full whitespace-nowrap items-center gap-2 hover:text-ink"
                to={`/members?member=${face.id}`}
              >
                <Avatar name={face.name} src={face.avatarUrl} size="s" />
                {face.name}
              </Link>
            </li>
          ))}
          {more > 0 ? (
            <li>
              <Link className="link" to={`/members?role=${id}`}>
                {t("permissions.more_members", { count: more })}
              </Link>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}
