import type { ReactNode } from "react";
import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useHangar } from "./hangar.api.ts";

/** How long a removed ship can be put back from its toast, in milliseconds. */
const UNDO = 10_000;

/** What can be done with an entry. */
export type EntryActions = { onEdit: (entry: HangarShip) => void; onRemove: (entry: HangarShip) => void };

/** Gives the focus to the entry beside one that goes, where that one has it. */
function focusBeside({ id }: HangarShip): void {
  const row = document.querySelector(`[data-entry="${id}"]`);
  if (!row?.contains(document.activeElement)) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const control = [...(beside?.querySelectorAll<HTMLElement>("button") ?? [])].find((each) =>
    each.checkVisibility(),
  );
  (control ?? document.querySelector("h1"))?.focus();
}

/** Removes an entry, which its toast can put back. */
export function useRemove() {
  const t = useT();
  const hangar = useHangar();
  const restore = async ({ ship }: HangarShip) => {
    try {
      await hangar.create({}, { call: `/${ship.id}/restore` });
      toast({ title: t("hangar.restored"), description: ship.name });
    } catch (error) {
      tellFailure(error, { title: t("hangar.restore_failed") });
    }
  };
  return async (entry: HangarShip) => {
    try {
      focusBeside(entry);
      await hangar.remove(entry);
      toast({
        title: t("hangar.removed"),
        description: entry.ship.name,
        duration: UNDO,
        action: { label: t("action.undo"), run: () => void restore(entry) },
      });
    } catch (error) {
      tellFailure(error, { title: t("hangar.remove_failed") });
    }
  };
}

/** Name of an entry's ship, with how many of it there are. */
export function ShipName({ entry }: { entry: HangarShip }) {
  const t = useT();
  const { ship, quantity } = entry;
  return (
    <>
      {ship.name}
      {quantity > 1 ? (
        <>
          {" "}
          <span className="figure leading-none text-ink-2" title={t("hangar.quantity", { count: quantity })}>
            ×{quantity}
          </span>
        </>
      ) : null}
    </>
  );
}

/** What its owner calls the ship, and who makes it. */
export function Maker({ entry: { nickname, ship } }: { entry: HangarShip }) {
  return (
    <>
      {nickname ? (
        <>
          <span className="text-ink">“{nickname}”</span>
          {" · "}
        </>
      ) : null}
      {ship.companyName}
    </>
  );
}

/** What the ship is for. */
export function Categories({ entry: { ship } }: { entry: HangarShip }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-[5px]">
      {ship.roles.map((role) => (
        <span
          key={role}
          className="rounded-[5px] bg-rail px-[7px] py-0.5 text-[11.5px] leading-[1.45] font-medium text-ink-2"
        >
          {t(`ships.role.${role}`)}
        </span>
      ))}
    </span>
  );
}

/** Says that the ship has left the catalogue. */
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

/** Edit and remove as two buttons. */
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
          onClick={() => actions.onEdit(entry)}
        />
      ) : null}
      {entry.can.delete ? (
        <IconButton
          size="s"
          label={t("hangar.remove", { name })}
          icon={<TrashIcon className="text-stop" />}
          onClick={() => actions.onRemove(entry)}
        />
      ) : null}
    </>
  );
}

/** The same as a menu, where there is no room for buttons. */
export function EntryMenu({ entry, actions }: { entry: HangarShip; actions: EntryActions }) {
  const t = useT();
  return (
    <Menu
      trigger={
        <IconButton size="s" label={t("hangar.menu", { name: entry.ship.name })} icon={<MoreIcon />} />
      }
    >
      {entry.can.update ? (
        <MenuItem icon={<EditIcon />} onSelect={() => actions.onEdit(entry)}>
          {t("hangar.edit_action")}
        </MenuItem>
      ) : null}
      {entry.can.delete ? (
        <MenuItem icon={<TrashIcon />} danger onSelect={() => actions.onRemove(entry)}>
          {t("hangar.remove_action")}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
