import { useId, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useFocusKept } from "../../../lib/focus.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { useNow } from "../../../lib/use-now.ts";
import { usePresenceText } from "../../../lib/use-presence-text.ts";
import { useTitleMeanwhile } from "../../../lib/use-title.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { prospects, useActivities } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";
import { StageActions, useMoves } from "../steps/stage-actions.tsx";
import { DetailPanel } from "./detail-panel.tsx";
import { LogPanel } from "./log/log-panel.tsx";
import { presenceOf } from "./presence.ts";

type ProspectDialogProps = {
  id: number;
  onClose: () => void;
  /** Selector of what has the focus afterwards, where that is not simply what had it before. */
  returnFocus?: string;
};

const WIDTH = 1040;
const FRAME =
  "md:max-h-[80vh] max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:border-x-0 max-md:border-b-0";

/** Everything about one prospect: who it is, what is due, what happened, and the next step. */
export default function ProspectDialogView({ id, onClose, returnFocus }: ProspectDialogProps) {
  const t = useT();
  const { data: prospect, error, isLoading, mutate } = prospects.useOne(id);
  useFocusKept();
  const close = (open: boolean) => {
    if (!open) onClose();
  };
  if (prospect) return <Loaded prospect={prospect} onClose={onClose} returnFocus={returnFocus} />;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("prospect.loading_title")}
      width={WIDTH}
      className={FRAME}
      {...(returnFocus ? { returnFocus } : {})}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <div aria-busy={isLoading} className="grid min-h-[420px] gap-8 md:grid-cols-2">
          <SkeletonLines lines={7} />
          <SkeletonLines lines={7} />
        </div>
      )}
    </Dialog>
  );
}

function Loaded(props: { prospect: Prospect; onClose: () => void; returnFocus?: string | undefined }) {
  const t = useT();
  const now = useNow();
  const phone = useMedia(PHONE);
  const log = useId();
  const { prospect, onClose, returnFocus } = props;
  const { data: activities = [] } = useActivities(prospect.id);
  const [initial] = useState(() => `prospect-${prospect.id}`);
  const presence = presenceOf(prospect, activities, now);
  const line = usePresenceText()(presence);
  const title = t("prospect.dialog_title", { name: prospect.displayName });
  useTitleMeanwhile(title);
  const moves = useMoves();
  const actions = <StageActions prospect={prospect} moves={moves} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      bare
      width={WIDTH}
      className={FRAME}
      initialFocus={initial}
      {...(returnFocus ? { returnFocus } : {})}
      lead={
        <Avatar
          name={prospect.displayName}
          src={prospect.avatarUrl}
          presence={presence.kind === "unknown" ? null : { tone: presence.tone, label: line }}
          className="mt-0.5"
        />
      }
      title={
        <span id={initial} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 outline-none">
          {title}
          <Badge tone={STATUS_TONE[prospect.status]}>{t(`status.${prospect.status}`)}</Badge>
        </span>
      }
      description={
        <span className="hint">
          @{prospect.username} · <span>{line}</span>
        </span>
      }
      {...(phone ? { footer: actions } : { actions })}
    >
      <div className="grid md:grid-cols-2">
        <DetailPanel prospect={prospect} now={now} />
        <LogPanel id={log} prospect={prospect} activities={activities} now={now} />
      </div>
      {moves.elements}
    </Dialog>
  );
}
