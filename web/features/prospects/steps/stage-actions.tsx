import { useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MoveDialog } from "../edit-dialogs.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects } from "../prospects.api.ts";
import type { MoveDialogProps } from "./move-dialog-view.tsx";
import { isImmediate, type Move, type MoveKind, movesOf } from "./moves.ts";
import { statusEdit } from "./status-edit.ts";
import { useStepTexts } from "./step-texts.ts";

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
 * The steps that lead on from a prospect's status; a blocked one stays and says why. `useMoves` is the
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
              onSelect={() => take(prospect, move, trigger)}
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
          onClick={() => take(prospect, move)}
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
  const editing = prospects.useEdit();
  const { failure, tellTaken } = useStepTexts();
  const [asking, setAsking] = useState<Omit<MoveDialogProps, "onClose"> | null>(null);
  const take = async (prospect: Prospect, move: Move, returnFocus?: string) => {
    if (!isImmediate(move, prospect)) {
      return setAsking({ prospect, move, ...(returnFocus ? { returnFocus } : {}) });
    }
    const answers = { assignedTo: prospect.assignedTo, words: "", outcome: "withdrawn" } as const;
    try {
      const saved = await editing.run(prospect, statusEdit(prospect, move, answers));
      if (saved) tellTaken(saved);
    } catch (error) {
      tellFailure(error, failure);
    }
  };
  const elements = (
    <>
      {asking ? <MoveDialog {...asking} onClose={() => setAsking(null)} /> : null}
      {editing.conflict ? (
        <Dialog open onOpenChange={editing.takeTheirs} title={t("prospect.conflict.dialog_title")}>
          <EditConflict editing={editing} failure={failure} onSaved={tellTaken} />
        </Dialog>
      ) : null}
    </>
  );
  return {
    take: (...step: Parameters<typeof take>) => void take(...step),
    reasonOf: ({ blocked }: Move) => (blocked ? t(`prospect.blocked.${blocked}`) : null),
    elements,
  };
}
