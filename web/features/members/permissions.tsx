import type { ReactNode } from "react";
import type { MemberPermissions } from "../../../worker/features/profiles/profiles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { permissions as known } from "../roles/index.ts";
import { usePermissions } from "./members.api.ts";

export function Permissions({ id }: { id: number }) {
  const t = useT();
  const answer = usePermissions(id);
  const all = known.useList().list?.items;
  return (
    <AnswerView answer={answer} loading={<SkeletonLines lines={8} className="py-4" />}>
      {(data) => (
        <div className="py-4">
          <p className="text-ink-2 [&_b]:font-book [&_b]:text-ink">
            <Reason member={data} />
          </p>
          {data.permissions.length > 0 ? (
            <ul
              aria-label={t("members.why.list")}
              className="mt-3 grid grid-cols-2 gap-x-7 border-b border-line max-md:grid-cols-1"
            >
              {data.permissions.map((id) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2">
                  {all?.find((permission) => permission.id === id)?.name}
                  <span className="ml-auto font-mono text-xs text-ink-3">{id}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </AnswerView>
  );
}

/** The reason of a member's permissions: the role, and how it was given. */
function Reason({
  member: { by, role, given, ended, permissions },
}: {
  member: MemberPermissions;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  if (by === "inactive" && ended) {
    return t("members.why.inactive", { name: ended.by, date: format.date(ended.at) });
  }
  if (by === "inactive") return t("members.why.inactive_unknown");
  const what = t.rich(`members.why.${by}`, { role: <b key="role">{role}</b>, count: permissions.length });
  if (!given) return [...what, " ", t("members.why.unknown")];
  const date = format.date(given.at);
  const how = given.because
    ? t("members.why.discord", { role: given.because, date })
    : t("members.why.person", { name: given.by, date });
  return [...what, " ", how];
}
