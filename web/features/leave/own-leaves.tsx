import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LeaveDialog } from "./dialog.ts";
import { useLeavesOf } from "./leave.api.ts";
import { LeaveRows } from "./leave-rows.tsx";

/** The reader's own leave. */
export default function OwnLeaves({ userId }: { userId: number }) {
  const t = useT();
  const source = useLeavesOf(userId);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <ListPanel
        title={t("leave.title")}
        actions={
          <Button size="s" onClick={() => setIsAdding(true)}>
            {t("leave.add")}
          </Button>
        }
        source={source}
        loading={<SkeletonLines lines={2} className="p-[18px]" />}
        empty={<EmptyState className="py-7" title={t("leave.none")} text={t("leave.none_text")} />}
      >
        {(items) => <LeaveRows items={items} name={null} className="px-[18px]" />}
      </ListPanel>
      {isAdding ? (
        <LeaveDialog userId={userId} name={null} leave={null} onClose={() => setIsAdding(false)} />
      ) : null}
    </>
  );
}
