import type { Removal } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Button } from "../../../ui/button.tsx";
import { TrashIcon, UndoIcon } from "../../../ui/icons.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { restore } from "../person/corrections.api.ts";

/** Says why a prospect is no longer in the pipeline, and brings it back. */
export function RemovedState({ removal, onRestored }: { removal: Removal; onRestored: () => void }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { id, displayName: name, kind, into, reason, removedBy: by, removedAt, can } = removal;
  const { run, pending } = useAction(() => restore(id), {
    done: () => {
      onRestored();
      return { title: t("prospect.removed.restored", { name }) };
    },
    failed: t("prospect.failed"),
  });
  const words = { by, at: format.ago(removedAt, now), reason: reason ?? "", into: into?.displayName ?? "" };
  return (
    <EmptyState
      icon={<TrashIcon size={22} />}
      title={t(`prospect.removed.${kind}`, { name })}
      text={t(`prospect.removed.${kind}_text`, words)}
      action={
        <>
          {into ? (
            <PlaceLink className="link self-center" to={`/crm?prospect=${into.id}`}>
              {t("prospect.removed.open", { name: into.displayName })}
            </PlaceLink>
          ) : null}
          {can.restore ? (
            <Button icon={<UndoIcon />} pending={pending} onClick={() => void run()}>
              {t(kind === "merged" ? "prospect.merge.undo" : "prospect.removed.restore")}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
