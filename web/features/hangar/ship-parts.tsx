import type { ReactNode } from "react";
import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { act } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { UNDO_SHOWN } from "../../lib/held.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { usePledgeWords } from "../ships/index.ts";
import { useHangar } from "./hangar.api.ts";

export type EntryActions = { edit: (entry: HangarShip) => void; remove: (entry: HangarShip) => unknown };

/** Moves the focus from an entry that is removed to the one beside it. */
function focusBeside({ id }: HangarShip): void {
  const row = document.querySelector(`[data-entry="${id}"]`);
  if (!row?.contains(document.activeElement)) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const buttons = [...(beside?.querySelectorAll("button") ?? [])];
  (buttons.find((each) => each.checkVisibility()) ?? document.querySelector("h1"))?.focus();
}

/** Removes an entry; the toast offers to restore it. */
export function useRemove() {
  const t = useT();
  const hangar = useHangar();
  const restore = ({ ship }: HangarShip) =>
    act(() => hangar.create({}, { call: `/${ship.id}/restore` }), {
      done: { title: t("hangar.restored"), description: ship.name },
      failed: t("hangar.restore_failed"),
    });
  return (entry: HangarShip) => {
    focusBeside(entry);
    return act(() => hangar.remove(entry), {
      done: {
        title: t("hangar.removed"),
        description: entry.ship.name,
        duration: UNDO_SHOWN,
        action: { label: t("action.undo"), run: () => void restore(entry) },
      },
      failed: t("hangar.remove_failed"),
    });
  };
}

export function ShipName({ entry }: { entry: HangarShip }) {
  const t = useT();
  const { ship, quantity } = entry;
  if (quantity <= 1) return ship.name;
  return (
    <>
      {ship.name}{" "}
      <span className="figure leading-none text-ink-2" title={t("hangar.quantity", { count: quantity })}>
        ×{quantity}
      </span>
    </>
  );
}

export function Maker({ entry: { nickname, ship } }: { entry: HangarShip }) {
  if (!nickname) return ship.companyName;
  return (
    <>
      <span className="text-ink">“{nickname}”</span> · {ship.companyName}
    </>
  );
}

/** The insurance that an import stated; nothing where it stated none. */
export function Insurance({ entry: { pledges }, className }: { entry: HangarShip; className?: string }) {
  const words = usePledgeWords()(pledges ?? []);
  return words.length > 0 ? <p className={cx("hint", className)}>{words.join(" · ")}</p> : null;
}

const CATEGORY = "rounded-[5px] bg-rail px-[7px] py-0.5 text-[11.5px] leading-[1.45] font-medium text-ink-2";

export function Categories({ entry: { ship } }: { entry: HangarShip }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-[5px]">
      {ship.roles.map((role) => (
        <span key={role} className={CATEGORY}>
          {t(`ships.role.${role}`)}
        </span>
      ))}
    </span>
  );
}

/** Marks a ship that has left the catalogue. */
export function NotListed({ className }: { className?: string }) {
  const t = useT();
  return (
    <span className={className}>
      <span className="inline-flex rounded-full bg-void">
        <Badge tone="wait" size="s">
          {t("ships.not_listed")}
        </Badge>
      </span>
    </span>
  );
}

export function EntryButtons({ entry, actions }: { entry: HangarShip; actions: EntryActions }): ReactNode {
  const t = useT();
  const { name } = entry.ship;
  return (
    <>
      {entry.can.update ? (
        <IconButton
          size="s"
          label={t("hangar.edit", { name })}
          icon={<EditIcon />}
          onClick={() => actions.edit(entry)}
        />
      ) : null}
      {entry.can.delete ? (
        <IconButton
          size="s"
          label={t("hangar.remove", { name })}
          icon={<TrashIcon className="text-stop" />}
          onClick={() => actions.remove(entry)}
        />
      ) : null}
    </>
  );
}

export function EntryMenu({ entry, actions }: { entry: HangarShip; actions: EntryActions }) {
  const t = useT();
  const label = t("hangar.menu", { name: entry.ship.name });
  return (
    <Menu trigger={<IconButton size="s" label={label} icon={<MoreIcon />} />}>
      {entry.can.update ? (
        <MenuItem icon={<EditIcon />} onSelect={() => actions.edit(entry)}>
          {t("hangar.edit_action")}
        </MenuItem>
      ) : null}
      {entry.can.delete ? (
        <MenuItem icon={<TrashIcon />} danger onSelect={() => actions.remove(entry)}>
          {t("hangar.remove_action")}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
