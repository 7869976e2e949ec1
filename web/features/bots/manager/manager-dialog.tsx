import { Suspense, useId, useState } from "react";
import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge, Dot } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useDocumentTitle } from "../../../ui/page.tsx";
import { part } from "../../../ui/part.tsx";
import { SegmentedLinks } from "../../../ui/segmented-links.tsx";
import { MANAGER_TABS, type ManagerTab } from "../address.ts";
import { RunButtons } from "../bot-card.tsx";
import { botStatus } from "../bot-status.ts";
import { useBotsShared } from "../bots-context.ts";
import { type Editing, useEditing } from "../files/use-editing.ts";
import { LogsTab } from "../logs/logs-tab.tsx";
import { ManagerBar } from "./manager-bar.tsx";

const files = part(() => import("../files/files-tab.tsx"));
const settings = part(() => import("./settings-tab.tsx"));

const FRAME =
  "md:h-[min(88dvh,940px)] md:max-h-none max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:border-x-0 max-md:border-b-0";

function UnsavedDialog(props: { editing: Editing; onStay: () => void; onLeave: () => void }) {
  const t = useT();
  const { editing, onStay, onLeave } = props;
  const unsaved = editing.unsaved();
  const saving = useAction(() => Promise.all(unsaved.map((entry) => editing.save(entry))), {
    done: (saved) => void (saved.includes(null) ? onStay() : onLeave()),
    failed: t("bots.failed"),
  });
  const isSaving = saving.pending;
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
            {t("bots.file.discard")}
          </Button>
          <Button onClick={() => !isSaving && onLeave()}>{t("bots.unsaved.later")}</Button>
          <Button variant="primary" pending={isSaving} onClick={() => void saving.run()}>
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

export default function ManagerDialog(props: {
  bot: Bot;
  userId: number;
  tab: ManagerTab;
  tabHref: (tab: ManagerTab) => string;
  /** The file in the editor; null for the first. */
  file: number | null;
  onFile: (file: number | null) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { bot, tab, onClose } = props;
  const { sinceOf } = useBotsShared();
  const { tone, label } = botStatus(bot.status, t);
  const initial = useId();
  const isWide = useMedia("(min-width: 1001px)");
  const editing = useEditing(bot, props.userId);
  const isUnsaved = editing.unsaved().length > 0;
  const [isAsking, setIsAsking] = useState(false);
  useDocumentTitle(`${bot.name} · ${t(`bots.tab.${tab}`)}`);
  const tabs = (
    <SegmentedLinks
      label={t("bots.card.parts", { name: bot.name })}
      className="max-md:w-full"
      fill={!isWide}
      value={tab}
      to={props.tabHref}
      replace
      options={MANAGER_TABS.map((value) => ({
        value,
        label: (
          <>
            {t(`bots.tab.${value}`)}
            {value === "files" && isUnsaved ? <Dot tone="wait" label={t("bots.file.unsaved")} /> : null}
          </>
        ),
      }))}
    />
  );
  return (
    <Dialog
      open
      onOpenChange={() => (isUnsaved ? setIsAsking(true) : onClose())}
      bare
      width={1320}
      className={FRAME}
      initialFocus={initial}
      returnFocus={`[data-bot="${bot.id}"] [data-open="${tab}"]`}
      lead={<Avatar name={bot.name} square className="mt-0.5" />}
      title={
        <span id={initial} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 outline-none">
          {bot.name}
          <Badge tone={tone}>{label}</Badge>
        </span>
      }
      description={<span className="hint">{`${bot.framework} · ${sinceOf(bot)}`}</span>}
      actions={
        isWide && bot.can.run ? (
          <div className="flex flex-none gap-1.5 self-center">
            <RunButtons bot={bot} />
          </div>
        ) : null
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        <Suspense fallback={<ManagerBar tabs={tabs} />}>
          {tab === "files" ? (
            <files.View bot={bot} bar={tabs} editing={editing} file={props.file} onFile={props.onFile} />
          ) : null}
          {tab === "logs" ? <LogsTab bot={bot} bar={tabs} /> : null}
          {tab === "settings" ? <settings.View bot={bot} bar={tabs} /> : null}
        </Suspense>
      </div>
      {isAsking ? (
        <UnsavedDialog
          editing={editing}
          onStay={() => setIsAsking(false)}
          onLeave={() => {
            setIsAsking(false);
            onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}
