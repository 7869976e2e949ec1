import { type ReactNode, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MoveDialog } from "../dialogs.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects } from "../prospects.api.ts";
import type { MoveDialogProps } from "./move-dialogs.tsx";
import { isImmediate, type Move, movesOf, statusEdit, useStepTexts } from "./moves.ts";

const MOST_BUTTONS = 2;

type Props = { prospect: Prospect; take: ReturnType<typeof useMoves>["take"] };

/** Steps as items of a menu. */
export function MoveItems(props: Props & { moves: Move[]; icon?: ReactNode; returnFocus: string }) {
  const t = useT();
  return props.moves.map((move) => (
    <MenuItem
      key={move.kind}
      icon={props.icon}
      danger={move.to === "inactive"}
      reason={move.blocked && t(`prospect.blocked.${move.blocked}`)}
      onSelect={() => void props.take(props.prospect, move, props.returnFocus)}
    >
      {t(`prospect.move.${move.kind}.action`)}
    </MenuItem>
  ));
}

/** The steps that lead on; blocked ones say why. `take` is the caller's: an open step stays when the buttons move. */
export function StageActions({ prospect, take }: Props) {
  const t = useT();
  const moves = movesOf(prospect);
  const buttons = moves.length > MOST_BUTTONS ? moves.slice(0, 1) : moves;
  const rest = moves.slice(buttons.length);
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
          <MoveItems
            {...{ prospect, take }}
            moves={rest}
            returnFocus={`[data-more-moves="${prospect.id}"]`}
          />
        </Menu>
      ) : null}
      {buttons.toReversed().map((move) => (
        <Button
          key={move.kind}
          variant={move.to === "inactive" || move.kind === "send_back" ? "default" : "primary"}
          reason={move.blocked && t(`prospect.blocked.${move.blocked}`)}
          onClick={() => void take(prospect, move)}
        >
          {t(`prospect.move.${move.kind}.action`)}
        </Button>
      ))}
    </div>
  );
}

/** Takes steps of any prospect, at once or through the step's dialog. Render `elements` where dialogs may appear. */
export function useMoves() {
  const t = useT();
  const editing = prospects.useEdit();
  const { failure, tellTaken } = useStepTexts();
  const [asking, setAsking] = useState<Omit<MoveDialogProps, "onClose"> | null>(null);
  const take = async (prospect: Prospect, move: Move, returnFocus?: string) => {
    if (!isImmediate(move, prospect)) return setAsking({ prospect, move, returnFocus });
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
          <EditConflict
            editing={editing}
            failure={failure}
            onDecided={(saved) => saved && tellTaken(saved)}
          />
        </Dialog>
      ) : null}
    </>
  );
  return { take, elements };
}
