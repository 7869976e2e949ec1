import { useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MoveDialog } from "../dialogs.tsx";
import { ConflictPanel } from "../fields/prospect-conflict.tsx";
import { useEdit } from "../record/use-edit.ts";
import { isImmediate, type MoveKind, movesOf, type OfferedMove } from "./moves.ts";
import { statusEdit } from "./status-edit.ts";

const FORWARD: readonly MoveKind[] = [
  "complete_intro",
  "begin_onboarding",
  "start_onboarding",
  "make_active",
  "activate",
];
const MOST_BUTTONS = 2;

type StageActionsProps = {
  prospect: Prospect;
  moves: Pick<ReturnType<typeof useMoves>, "take" | "reasonOf">;
};

/**
 * The steps along the pipeline from where somebody is; a blocked one stays and says why. `useMoves` is the
 * caller's, so that an open step stays open when the buttons change their place.
 */
export function StageActions({ prospect, moves: { take, reasonOf } }: StageActionsProps) {
  const t = useT();
  const moves = movesOf(prospect);
  const buttons = moves.length > MOST_BUTTONS ? moves.slice(0, 1) : moves;
  const rest = moves.slice(buttons.length);
  const trigger = `[data-more-moves="${prospect.id}"]`;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {rest.length > 0 ? (
        <Menu
          trigger={
            <Button data-more-moves={prospect.id}>
              {t("prospect.more_moves")}
              <ChevronDownIcon />
            </Button>
          }
        >
          {rest.map((move) => (
            <MenuItem
              key={move.kind}
              danger={move.kind === "withdraw"}
              reason={reasonOf(move)}
              onSelect={() => take(prospect, move.kind, trigger)}
            >
              {t(`prospect.move.${move.kind}.action`)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {[...buttons].reverse().map((move) => (
        <Button
          key={move.kind}
          variant={FORWARD.includes(move.kind) ? "primary" : "default"}
          reason={reasonOf(move)}
          onClick={() => take(prospect, move.kind)}
        >
          {t(`prospect.move.${move.kind}.action`)}
        </Button>
      ))}
    </div>
  );
}

/**
 * Takes steps for any prospect: at once where nothing has to be asked, else through the step's dialog. Render
 * `elements` where the dialogs may appear.
 */
export function useMoves() {
  const t = useT();
  const editing = useEdit();
  const [asking, setAsking] = useState<{ prospect: Prospect; kind: MoveKind; returnFocus?: string } | null>(
    null,
  );
  const failure = {
    title: t("prospect.failed.status"),
    text: (detail: string) => t("prospect.failed.status_text", { detail }),
  };
  const done = async (saving: Promise<Prospect | null>) => {
    const saved = await saving;
    if (!saved) return;
    toast({
      title: t("prospect.status_updated"),
      description: t("prospect.status_now", { name: saved.displayName, status: t(`status.${saved.status}`) }),
    });
  };
  const take = (prospect: Prospect, kind: MoveKind, returnFocus?: string) => {
    if (!isImmediate(kind, prospect)) {
      return setAsking({ prospect, kind, ...(returnFocus ? { returnFocus } : {}) });
    }
    const edit = statusEdit(prospect, kind, {
      assignedTo: prospect.assignedTo,
      words: "",
      outcome: "withdrawn",
    });
    void done(editing.run(prospect, edit, failure));
  };
  const reasonOf = ({ blocked }: OfferedMove) => (blocked ? t(`prospect.blocked.${blocked}`) : null);
  const { conflict } = editing;
  const elements = (
    <>
      {asking ? <MoveDialog {...asking} onClose={() => setAsking(null)} /> : null}
      {conflict ? (
        <Dialog open onOpenChange={editing.takeTheirs} title={t("prospect.conflict.dialog_title")}>
          <ConflictPanel
            base={conflict.base}
            patch={conflict.edit.patch}
            current={conflict.current}
            pending={editing.pending}
            onKeepMine={() => void done(editing.keepMine(failure))}
            onTakeTheirs={editing.takeTheirs}
          />
        </Dialog>
      ) : null}
    </>
  );
  return { take, reasonOf, elements };
}
