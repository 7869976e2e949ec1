import { type ComponentProps, type ReactNode, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MoveDialog } from "../dialogs.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects } from "../prospects.api.ts";
import { isImmediate, type Move, movesOf, statusEdit, useStepTexts } from "./moves.ts";

type Props = { prospect: Prospect; take: ReturnType<typeof useMoves>["take"] };

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
          <MoveItems {...{ prospect, take, returnFocus }} moves={rest} />
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

/** Takes steps of any prospect, at once or in a dialog; render `elements` for the dialogs. */
export function useMoves() {
  const t = useT();
  const editing = prospects.useEdit();
  const { failure, taken } = useStepTexts();
  const [asking, setAsking] = useState<Omit<ComponentProps<typeof MoveDialog>, "onClose"> | null>(null);
  const take = async (prospect: Prospect, move: Move, returnFocus?: string) => {
    if (!isImmediate(move, prospect)) return setAsking({ prospect, move, returnFocus });
    const answers = { assignedTo: prospect.assignedTo, words: "", outcome: "withdrawn" } as const;
    await act(() => editing.run(prospect, statusEdit(prospect, move, answers)), {
      done: (saved) => saved && taken(saved),
      failed: failure,
    });
  };
  const elements = (
    <>
      {asking ? <MoveDialog {...asking} onClose={() => setAsking(null)} /> : null}
      {editing.conflict ? (
        <Dialog open onOpenChange={editing.takeTheirs} title={t("prospect.conflict.dialog_title")}>
          <EditConflict {...{ editing, failure }} onDecided={(saved) => saved && toast(taken(saved))} />
        </Dialog>
      ) : null}
    </>
  );
  return { take, elements };
}
