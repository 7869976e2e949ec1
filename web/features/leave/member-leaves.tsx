import { useId, useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { LeaveDialog } from "./dialog.ts";
import { useLeavesOf } from "./leave.api.ts";
import { LeaveRows } from "./leave-rows.tsx";

/** The leave of a member, for readers of members. @param props.reason why the reader cannot add any; null where they can */
export default function MemberLeaves(props: {
  userId: number;
  name: string;
  isOwn: boolean;
  reason: string | null;
}) {
  const t = useT();
  const id = useId();
  const { userId, isOwn, reason } = props;
  const name = isOwn ? null : props.name;
  const source = useLeavesOf(userId);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby={id} className="min-w-0 border-b border-line pt-2.5 pb-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="label">
          {t("leave.planned")}
        </h3>
        <Button size="s" variant="quiet" className="-mr-2" reason={reason} onClick={() => setIsAdding(true)}>
          {t(isOwn ? "leave.add" : "leave.add_other")}
        </Button>
      </div>
      <ListView
        source={source}
        loading={<SkeletonLines lines={1} />}
        empty={<p className="hint">{t("leave.none")}</p>}
      >
        {(items) => <LeaveRows items={items} name={name} />}
      </ListView>
      {isAdding ? (
        <LeaveDialog userId={userId} name={name} leave={null} onClose={() => setIsAdding(false)} />
      ) : null}
    </section>
  );
}
