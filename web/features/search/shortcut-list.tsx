import { Fragment } from "react";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { MOD, setSingleKeys, singleKeys } from "../../lib/shortcuts.ts";
import { useStore } from "../../lib/store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Keys } from "./palette-parts.tsx";
import type { Command } from "./rows.ts";

/** The keyboard shortcuts of what the user may open and begin, by the screen that they are about. */
export default function ShortcutList({
  commands,
  onClose,
}: {
  commands: readonly Command[];
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const isOn = useStore(singleKeys);
  const withKeys = commands.flatMap(({ keys, label, area }) =>
    keys ? [{ keys, label: label[language], area: area[language] }] : [],
  );
  const anywhere = t("search.shortcuts.anywhere");
  const lists = t("search.shortcuts.lists");
  const crm = commands.find(({ to }) => to === "/crm")?.area[language] ?? null;
  const general = [
    { keys: `${MOD}+K`, label: t("search.shortcuts.palette"), area: anywhere },
    { keys: "/", label: t("search.shortcuts.palette"), area: anywhere },
    { keys: "?", label: t("search.shortcuts.list"), area: anywhere },
    { keys: "J", label: t("search.shortcuts.next"), area: lists },
    { keys: "K", label: t("search.shortcuts.previous"), area: lists },
    { keys: "Enter", label: t("search.shortcuts.open"), area: lists },
    { keys: "X", label: t("search.shortcuts.select"), area: lists },
    { keys: "Shift+J", label: t("search.shortcuts.select_next"), area: lists },
    { keys: "Shift+K", label: t("search.shortcuts.select_previous"), area: lists },
    { keys: "Shift+X", label: t("search.shortcuts.range"), area: lists },
    { keys: "Shift+Click", label: t("search.shortcuts.range"), area: lists },
    { keys: "A", label: t("search.shortcuts.assign"), area: crm },
    { keys: "D", label: t("search.shortcuts.deadline"), area: crm },
    { keys: "E", label: t("search.shortcuts.stage"), area: crm },
    { keys: "J", label: t("search.shortcuts.next_applicant"), area: crm },
  ];
  const screens = Map.groupBy(
    [...general, ...withKeys].filter(({ area }) => area !== null),
    ({ area }) => area,
  );
  return (
    <Dialog open onOpenChange={onClose} title={t("search.shortcuts")} width={620}>
      <div className="columns-2 gap-10 max-md:columns-1">
        {[...screens].map(([area, shortcuts]) => (
          <section key={area} className="mb-5 break-inside-avoid">
            <h3 className="label mb-1.5">{area}</h3>
            <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4">
              {shortcuts.map(({ keys, label }) => (
                <Fragment key={keys}>
                  <dt className="py-1">{label}</dt>
                  <dd className="justify-self-end">
                    <Keys keys={keys} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4">
        <p className="hint max-w-[52ch]">{t("search.shortcuts.off_text", { keys: `${MOD} K` })}</p>
        <Switch checked={isOn} onChange={setSingleKeys} label={t("search.shortcuts.single", { mod: MOD })} />
      </div>
    </Dialog>
  );
}
