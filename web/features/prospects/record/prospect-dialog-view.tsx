import type { ComponentProps } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useDocumentTitle } from "../../../ui/page.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { prospects, useActivities } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";
import { StageActions, useMoves } from "../steps/stage-actions.tsx";
import { TestMark } from "../test-mark.tsx";
import { DetailPanel } from "./detail-panel.tsx";
import { LogPanel } from "./log/log-panel.tsx";
import { useProspectPresence } from "./presence.ts";

type Frame = Omit<ComponentProps<typeof Dialog>, "title" | "children">;

/** Everything about one prospect: who it is, what is due, what happened, and the next step. */
export function ProspectDialog(props: {
  id: number;
  onClose: () => void;
  /** Selector of what has the focus afterwards, where that is not simply what had it before. */
  returnFocus?: string;
}) {
  const t = useT();
  const { data: prospect, error, isLoading, mutate } = prospects.useOne(props.id);
  const frame: Frame = {
    open: true,
    onOpenChange: (open) => !open && props.onClose(),
    width: 1040,
    className:
      "md:max-h-[80vh] max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:border-x-0 max-md:border-b-0",
    ...(props.returnFocus ? { returnFocus: props.returnFocus } : {}),
  };
  if (prospect) return <Loaded prospect={prospect} frame={frame} />;
  return (
    <Dialog {...frame} title={t("prospect.loading_title")}>
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

function Loaded({ prospect, frame }: { prospect: Prospect; frame: Frame }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const { data: activities = [] } = useActivities(prospect.id);
  const { id, displayName, username, avatarUrl, status, isTest } = prospect;
  const heading = `prospect-${id}`;
  const { text, dot } = useProspectPresence(prospect, activities);
  const title = t("prospect.dialog_title", { name: displayName });
  useDocumentTitle(title);
  const { take, elements } = useMoves();
  const actions = <StageActions prospect={prospect} take={take} />;
  return (
    <Dialog
      {...frame}
      bare
      initialFocus={heading}
      lead={<Avatar name={displayName} src={avatarUrl} presence={dot} className="mt-0.5" />}
      title={
        <span id={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 outline-none">
          {title}
          <Badge tone={STATUS_TONE[status]}>{t(`status.${status}`)}</Badge>
          {isTest ? <TestMark /> : null}
        </span>
      }
      description={
        <span className="hint">
          @{username} · <span>{text}</span>
        </span>
      }
      {...(phone ? { footer: actions } : { actions })}
    >
      <div className="grid md:grid-cols-2">
        <DetailPanel prospect={prospect} />
        <LogPanel prospect={prospect} activities={activities} />
      </div>
      {elements}
    </Dialog>
  );
}
