import { type DragEvent, useId, useRef, useState } from "react";
import { IMPORT_CHARACTERS, IMPORT_ROWS } from "../../../../worker/features/hangar/import/import.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { FileIcon } from "../../../ui/icons.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { type Importing, type Refusal, TOO_LARGE } from "./use-import.ts";

const SOURCES = ["hangarxplor", "extension", "fleetyards", "starjump", "ccu_game"] as const;

/** Why the list that was given cannot be reviewed. */
function RefusedList({
  refusal,
  onChoose,
  onRetry,
}: {
  refusal: Refusal;
  onChoose: () => void;
  onRetry: () => void;
}) {
  const t = useT();
  const isOfFile = refusal.code.startsWith("import_") || refusal.code === "body_too_large";
  const isTooLarge = refusal.code === TOO_LARGE.code;
  const title = isTooLarge
    ? "imports.too_large"
    : refusal.code === "import_unknown"
      ? "imports.unknown"
      : isOfFile
        ? "imports.unreadable"
        : "imports.failed";
  return (
    <div role="alert" className="border-b border-stop/45 bg-stop/6">
      <EmptyState
        icon={<FileIcon size={24} className="text-stop" />}
        title={t(title)}
        text={isTooLarge ? t("imports.too_large_text") : refusal.detail}
        action={
          <>
            {isOfFile || isTooLarge ? null : <Button onClick={onRetry}>{t("action.retry")}</Button>}
            <Button onClick={onChoose}>{t("imports.choose_another")}</Button>
            <a href="#formats" className="btn quiet">
              {t("imports.which")}
            </a>
          </>
        }
      />
    </div>
  );
}

/** Where a list of ships is given: a file that is chosen or dropped, or its text. */
export function FileStep({ importing }: { importing: Importing }) {
  const t = useT();
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isOver, setIsOver] = useState(false);
  const { refusal, isBusy, file, look } = importing;
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > IMPORT_CHARACTERS) importing.refuse(TOO_LARGE);
    else await look({ name: chosen.name, content: await chosen.text() });
  };
  const over = (next: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(next);
  };
  return (
    <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_360px]">
      <section
        aria-label={t("imports.step.file")}
        aria-busy={isBusy}
        className={cx("panel overflow-hidden", isOver && "border-ice")}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          void take(event.dataTransfer.files[0]);
        }}
      >
        {isBusy ? (
          <div role="status" className="px-[18px] py-10">
            <p className="mb-4 text-ink-2">{t("imports.reading")}</p>
            <SkeletonLines lines={4} />
          </div>
        ) : (
          <>
            {refusal ? (
              <RefusedList
                refusal={refusal}
                onChoose={() => input.current?.click()}
                onRetry={() => file && void look(file)}
              />
            ) : (
              <EmptyState
                icon={<FileIcon size={24} />}
                title={t("imports.drop")}
                text={t("imports.drop_text", { rows: format.number(IMPORT_ROWS) })}
                action={
                  <Button
                    variant={text.trim() ? "default" : "primary"}
                    onClick={() => input.current?.click()}
                  >
                    {t("imports.choose")}
                  </Button>
                }
              />
            )}
            <input
              ref={input}
              type="file"
              id={id}
              hidden
              aria-label={t("imports.choose")}
              accept=".json,.csv,.txt,application/json,text/csv,text/plain"
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0]);
                currentTarget.value = "";
              }}
            />
            <div className={cx("grid gap-3 px-[18px] py-4", !refusal && "border-t border-line")}>
              <Field label={t("imports.paste")} hint={t("imports.paste_hint")}>
                <Textarea
                  rows={4}
                  spellCheck={false}
                  className="font-mono text-sm"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
              </Field>
              <Button
                className="justify-self-start max-md:w-full"
                variant={text.trim() ? "primary" : "default"}
                reason={text.trim() ? null : t("imports.paste_first")}
                onClick={() => void look({ name: null, content: text })}
              >
                {t("imports.review")}
              </Button>
            </div>
          </>
        )}
      </section>
      <Panel title={t("imports.formats")} id="formats">
        <dl className="px-[18px] py-1.5">
          {SOURCES.map((source) => (
            <div key={source} className="border-t border-line py-2.5 first:border-t-0">
              <dt className="text-md font-medium">{t(`imports.source.${source}`)}</dt>
              <dd className="hint text-ink-2">{t(`imports.source.${source}_text`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}
