import type { ReactNode } from "react";
import type { MemberPermissions } from "../../../worker/features/profiles/profiles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { permissions as known } from "../roles/index.ts";
import { usePermissions } from "./members.api.ts";

/** What a member may do, and why: for administrators. */
export function Permissions({ id }: { id: number }) {
  const t = useT();
  const { data, error, mutate } = usePermissions(id);
  const all = known.useList().list?.items;
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (!data) {
    return (
      <div aria-busy="true">
        <SkeletonLines lines={8} className="py-4" />
      </div>
    );
  }
  const { permissions } = data;
  return (
    <div className="py-4">
      <p className="text-ink-2 [&_b]:font-book [&_b]:text-ink">
        <Reason of={data} />
      </p>
      {permissions.length > 0 ? (
        <ul
          aria-label={t("members.why.list")}
          className="mt-3 grid grid-cols-2 gap-x-7 border-b border-line max-md:grid-cols-1"
        >
          {permissions.map((permission) => (
            <li key={permission} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2">
              {all?.find((each) => each.id === permission)?.name}
              <span className="ml-auto font-mono text-xs text-ink-3">{permission}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Reason({ of: { by, role, given, ended, permissions } }: { of: MemberPermissions }): ReactNode {
  const t = useT();
  const format = useFormat();
  const count = permissions.length;
  if (by === "inactive") {
    return ended
      ? t("members.why.inactive", { name: ended.by, date: format.date(ended.at) })
      : t("members.why.inactive_unknown");
  }
  const what =
    by === "administrator"
      ? t.rich("members.why.administrator", { role: <b key="role">{role}</b> })
      : t.rich("members.why.role", { role: <b key="role">{role}</b>, count });
  const how = !given
    ? t("members.why.unknown")
    : given.because
      ? t("members.why.discord", { role: given.because, date: format.date(given.at) })
      : t("members.why.person", { name: given.by, date: format.date(given.at) });
  return (
    <>
      {what} {how}
    </>
  );
}
