import { type ComponentProps, type ReactNode, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { ConflictDialog, MoveDialog } from "../dialogs.tsx";
import { prospects } from "../prospects.api.ts";
import { tellChanged } from "../undo.ts";
import { isImmediate, type Move, movesOf, nameOf, statusEdit, useStepTexts } from "./moves.ts";

/** Where the focus goes after a step's dialog, and whether the prospect's own dialog is open. */
type Asking = { returnFocus?: string; isOpen?: boolean };

type Props = { prospect: Prospect; take: ReturnType<typeof useMoves>["take"] };

export function MoveItems(props: Props & Asking & { moves: Move[]; icon?: ReactNode }) {
  const t = useT();
  return props.moves.map((move) => (
    <MenuItem
      key={move.kind}
      icon={props.icon}
      danger={move.to === "inactive"}
      reason={move.blocked && t(`prospect.blocked.${move.blocked}`)}
      onSelect={() => void props.take(props.prospect, move, props)}
    >
      {t(`prospect.move.${nameOf(move)}`)}
    </MenuItem>
  ));
}

/** The next steps; blocked ones give the reason. `take` comes from the caller, so that an open dialog outlives these buttons. */
export function StageActions({ prospect, take }: Props) {
  const t = useT();
  const moves = movesOf(prospect);
  // Two fit beside each other; of more, only the usual one is a button.
  const buttons = moves.length > 2 ? moves.slice(0, 1) : moves;
  const rest = moves.slice(buttons.length);
  const returnFocus = `[data-more-moves="${prospect.id}"]`;
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
          <MoveItems {...{ prospect, take, returnFocus }} moves={rest} isOpen />
        </Menu>
      ) : null}
      {buttons.toReversed().map((move) => (
        <Button
          key={move.kind}
          variant={move.to === "inactive" || move.kind === "send_back" ? "default" : "primary"}
          reason={move.blocked && t(`prospect.blocked.${move.blocked}`)}
          // The next step's button takes the place of this one: a second click was not meant for it.
          onClick={({ detail }) => detail < 2 && void take(prospect, move, { isOpen: true })}
        >
          {t(`prospect.move.${nameOf(move)}`)}
        </Button>
      ))}
    </div>
  );
}

/** Takes steps of any prospect, at once or in a dialog; render `elements` for the dialogs. */
export function useMoves() {
  const editing = prospects.useEdit();
  const { failure, taken } = useStepTexts();
  const [asking, setAsking] = useState<Omit<ComponentProps<typeof MoveDialog>, "onClose"> | null>(null);
  const tell = (saved: Prospect | null) => saved && tellChanged(saved, taken(saved));
  const take = async (prospect: Prospect, move: Move, { returnFocus, isOpen }: Asking = {}) => {
    if (!isImmediate(move, prospect, isOpen)) return setAsking({ prospect, move, returnFocus });
    const answers = { assignedTo: prospect.assignedTo, words: "", outcome: "withdrawn" } as const;
    await act(async () => tell(await editing.run(prospect, statusEdit(prospect, move, answers))), {
      failed: failure,
    });
  };
  const elements = (
    <>
      {asking ? <MoveDialog {...asking} onClose={() => setAsking(null)} /> : null}
      {editing.conflict ? <ConflictDialog {...{ editing, failure }} onDecided={tell} /> : null}
    </>
  );
  return { take, elements };
}
