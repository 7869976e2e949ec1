import type { BotFile, BotFileVersion } from "../../../../worker/features/bots/bots.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CloseIcon, WarningIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { useBotsShared } from "../bots-context.ts";
import { CodeDiff } from "./code/code.tsx";
import type { Entry } from "./entries.ts";
import { files, useFileHistory, useFileVersion } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

/** Reverts a file to an older version; `reason` says why that is not possible. */
export function useRevert(file: BotFile | null, reason: string | null) {
  const t = useT();
  const { running, run } = useAction(
    async (toVersion: number) =>
      file && files.edit(file, { call: "/revert", method: "POST", body: { toVersion }, patch: {} }),
    {
      done: (_, version) => ({
        title: t("bots.file.saved"),
        description: t("bots.file.reverted_text", { name: file?.fileName, version }),
      }),
      failed: t("bots.failed"),
    },
  );
  /** Props of a button that reverts to a version, and then does something else. */
  return (version: number, after?: () => void) => ({
    size: "s" as const,
    reason,
    pending: running?.[0] === version,
    onClick: () => {
      void run(version);
      after?.();
    },
  });
}

type Revert = ReturnType<typeof useRevert>;

/** The saved versions of a file, newest first, each with buttons to compare it and to revert to it. */
export function FileHistory(props: {
  file: BotFile;
  /** The version that is compared with the text. */
  compared: number | null;
  revert: Revert;
  onCompare: (version: number) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { now } = useBotsShared();
  const { file, compared, revert, onCompare, onClose } = props;
  const row = ({ version, savedAt, savedBy, origin, size, stayedUp }: BotFileVersion) => {
    const isCurrent = version === file.version;
    const isCompared = version === compared;
    const look = cx("border-t border-line px-4 py-2.5", isCompared && "shadow-[inset_2px_0_0_var(--ice)]");
    return (
      <li key={version} className={look}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="figure font-semibold">v{version}</span>
          {isCurrent ? (
            <Badge tone="idle" size="s" dot={false}>
              {t("bots.history.current")}
            </Badge>
          ) : null}
          {stayedUp ? (
            <Badge tone="go" size="s">
              {t("bots.history.stayed_up")}
            </Badge>
          ) : null}
          <span className="ml-auto hint" title={format.dateTime(savedAt)}>
            {format.ago(savedAt, now, true)}
          </span>
        </div>
        <p className="hint [overflow-wrap:anywhere]">
          {t(`bots.history.${origin}`, { name: savedBy })} ·{" "}
          {t("bots.history.bytes", { size: format.number(size) })}
        </p>
        {isCurrent ? null : (
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <Button
              size="s"
              aria-label={`${t("bots.history.compare")}: v${version}`}
              aria-pressed={isCompared}
              onClick={() => onCompare(version)}
            >
              {t("bots.history.compare")}
            </Button>
            <Button aria-label={`${t("bots.history.revert")}: v${version}`} {...revert(version)}>
              {t("bots.history.revert")}
            </Button>
          </div>
        )}
      </li>
    );
  };
  return (
    <aside
      aria-label={t("bots.history.title")}
      className="flex min-h-0 flex-none flex-col border-line max-md:w-full md:w-[292px] md:border-l"
    >
      <div className="flex flex-none items-center justify-between gap-2 py-[9px] pr-2 pl-4">
        <h3 className="label">{t("bots.history.title")}</h3>
        <IconButton size="s" label={t("action.close")} icon={<CloseIcon />} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <ListView source={useFileHistory(file.id)}>{(versions) => <ol>{versions.map(row)}</ol>}</ListView>
      </div>
    </aside>
  );
}

/** Compares the saved text of another user with this user's text, which stays editable, and asks which one to keep. */
export function FileClash({ entry, current, editing }: { entry: Entry; current: BotFile; editing: Editing }) {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { id, fileName, draft } = entry;
  const { content, version, updatedBy, updatedAt } = current;
  const keepMine = () => {
    editing.settle(id);
    void editing.save(entry, version);
  };
  return (
    <section aria-label={fileName} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div
        role="alert"
        className="flex flex-none flex-wrap items-start gap-x-3 gap-y-2 border-b border-line bg-wait/8 py-2.5 pr-[22px] pl-4 max-md:pr-4"
      >
        <WarningIcon className="mt-0.5 flex-none text-wait" />
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{t("bots.clash.title", { name: fileName })}</h3>
          <p className="text-sm text-ink-2">
            {t("bots.clash.text", { name: updatedBy, version, when: format.dayWithin(updatedAt) })}
          </p>
        </div>
      </div>
      <CodeDiff
        fileName={fileName}
        before={{ text: content, label: t("conflict.theirs") }}
        after={{ text: draft?.text ?? content, label: t("conflict.yours") }}
        isUnified={isPhone}
        onChange={(text) => editing.type(entry, text)}
      />
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button size="s" onClick={() => editing.settle(id)}>
          {t("bots.clash.later")}
        </Button>
        <Button size="s" onClick={() => editing.discard(id)}>
          {t("conflict.take_theirs")}
        </Button>
        <Button size="s" variant="primary" onClick={keepMine}>
          {t("conflict.keep_mine")}
        </Button>
      </div>
    </section>
  );
}

export function FileCompare(props: { file: BotFile; version: number; revert: Revert; onClose: () => void }) {
  const t = useT();
  const { file, version, revert, onClose } = props;
  const older = useFileVersion(file.id, version);
  const isPhone = useMedia(PHONE);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p className="flex-none border-b border-line bg-deck py-1.5 pr-[22px] pl-4 text-sm max-md:pr-4">
        {t("bots.history.comparing", { version, current: file.version })}
      </p>
      <AnswerView answer={older} loading={<SkeletonLines lines={8} className="p-4" />}>
        {({ content }) => (
          <CodeDiff
            fileName={file.fileName}
            before={{ text: content, label: `v${version}` }}
            after={{ text: file.content, label: t("bots.history.now", { version: file.version }) }}
            isUnified={isPhone}
          />
        )}
      </AnswerView>
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button {...revert(version, onClose)}>{t("bots.history.revert_to", { version })}</Button>
        <Button size="s" onClick={onClose}>
          {t("action.close")}
        </Button>
      </div>
    </div>
  );
}
