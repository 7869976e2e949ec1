import { useState } from "react";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Editing } from "./use-editing.ts";

/** Asks what is to become of unsaved text before the files are closed. */
export function UnsavedDialog(props: { editing: Editing; onStay: () => void; onLeave: () => void }) {
  const t = useT();
  const { editing, onStay, onLeave } = props;
  const [isSaving, setIsSaving] = useState(false);
  const unsaved = editing.unsaved();
  const saveAll = async () => {
    setIsSaving(true);
    let isSaved = true;
    for (const entry of unsaved) isSaved = (await editing.save(entry)) !== null && isSaved;
    setIsSaving(false);
    if (isSaved) onLeave();
    else onStay();
  };
  const discardAll = () => {
    for (const { id } of unsaved) editing.discard(id);
    onLeave();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !isSaving && onStay()}
      width={480}
      title={t("bots.unsaved.title", { count: unsaved.length })}
      description={t("bots.unsaved.text")}
      footer={
        <>
          <Button variant="danger" className="mr-auto" onClick={() => !isSaving && discardAll()}>
            {t("bots.unsaved.discard")}
          </Button>
          <Button onClick={() => !isSaving && onLeave()}>{t("bots.unsaved.later")}</Button>
          <Button variant="primary" pending={isSaving} onClick={() => void saveAll()}>
            {t("bots.unsaved.save")}
          </Button>
        </>
      }
    >
      <ul className="grid gap-1">
        {unsaved.map(({ id, fileName }) => (
          <li key={id} className="flex items-center gap-2.5 font-mono text-sm">
            <span className="dot text-wait" aria-hidden="true" />
            {fileName}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
