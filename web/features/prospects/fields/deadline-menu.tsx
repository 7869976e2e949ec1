import type { ComponentProps } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../../lib/action.ts";
import { nextEvenings } from "../../../lib/date-input.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { prospects } from "../prospects.api.ts";
import { tellChanged } from "../undo.ts";
import { inDays, QUICK_PICKS } from "./deadlines.ts";

type Picks = {
  onPick: (deadline: string | null) => void;
  /** Asks for any date and time. */
  onOther?: (() => void) | undefined;
  /** Why no deadline can be chosen. */
  reason?: string | null;
  /** Whether there is a deadline to take away. */
  mayClear: boolean;
};

function Picks({ onPick, onOther, reason, mayClear }: Picks) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {QUICK_PICKS.map(([name, days]) => (
        <MenuItem key={name} reason={reason} onSelect={() => onPick(inDays(days))}>
          {t(`prospect.pick.${name}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      {nextEvenings(new Date()).map((evening) => (
        <MenuItem key={evening.getTime()} reason={reason} onSelect={() => onPick(evening.toISOString())}>
          {format.evening(evening)}
        </MenuItem>
      ))}
      {mayClear || onOther ? <MenuSeparator /> : null}
      {onOther ? (
        <MenuItem reason={reason} onSelect={onOther}>
          {t("prospect.deadline_other")}
        </MenuItem>
      ) : null}
      {mayClear ? (
        <MenuItem reason={reason} onSelect={() => onPick(null)}>
          {t("prospect.empty.deadline")}
        </MenuItem>
      ) : null}
    </>
  );
}

/** The deadlines that take one press, in a menu. */
export const DeadlineMenu = (props: Picks & Pick<ComponentProps<typeof Menu>, "trigger" | "side">) => {
  const { trigger, side = "bottom", ...picks } = props;
  return (
    <Menu {...{ trigger, side }}>
      <Picks {...picks} />
    </Menu>
  );
};

/** Shows a prospect's new deadline, with a button that undoes the change. */
export function useTellDeadline() {
  const t = useT();
  const format = useFormat();
  return (saved: Prospect) => {
    const deadline = saved.deadline ? format.dateTime(saved.deadline) : t("deadline.none");
    const description = t("prospect.now", { name: saved.displayName, value: deadline });
    tellChanged(saved, { title: t("prospect.deadline_changed"), description });
  };
}

/** Sets deadlines at once; the conflict of `editing` is to be shown with `failure` and `onDecided`. */
export function useDeadline() {
  const t = useT();
  const editing = prospects.useEdit();
  const tell = useTellDeadline();
  const failure = { title: t("prospect.failed") };
  const onDecided = (saved: Prospect | null) => saved && tell(saved);
  const set = (prospect: Prospect, deadline: string | null) => {
    const edit = { call: "/deadline", body: { deadline }, patch: { deadline } };
    void act(async () => onDecided(await editing.run(prospect, edit)), { failed: failure });
  };
  return { set, conflict: { editing, failure, onDecided } };
}
