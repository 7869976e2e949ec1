import { flag, useAddress } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LeaveDialog } from "./dialog.ts";
import { useLeavesOf } from "./leave.api.ts";
import { LeaveRows } from "./leave-rows.tsx";

const SHAPE = { add: flag };

/** The reader's own leave; the address can open the dialog for more. */
export default function OwnLeaves({ userId }: { userId: number }) {
  const t = useT();
  const source = useLeavesOf(userId);
  const { address, change } = useAddress("/account/away", SHAPE);
  const add = (variant: "primary" | "default") => (
    <Button size={variant === "primary" ? "m" : "s"} variant={variant} onClick={() => change({ add: true })}>
      {t("leave.add")}
    </Button>
  );
  return (
    <>
      <ListPanel
        title={t("leave.title")}
        actions={source.list?.items.length === 0 ? null : add("default")}
        source={source}
        loading={<SkeletonLines lines={2} className="p-[18px]" />}
        empty={
          <EmptyState
            className="py-7"
            title={t("leave.none")}
            text={t("leave.none_text")}
            action={add("primary")}
          />
        }
      >
        {(items) => <LeaveRows items={items} name={null} className="px-[18px]" />}
      </ListPanel>
      {address.add ? <LeaveDialog userId={userId} onClose={() => change({ add: false })} /> : null}
    </>
  );
}
