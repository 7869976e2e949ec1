import { type DragEvent, useId, useRef, useState } from "react";
import { IMPORT_CHARACTERS, IMPORT_ROWS } from "../../../worker/features/imports/imports.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FileIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { textOf } from "./file-text.ts";
import { type Importing, isOfFile, type Refusal, TOO_LARGE } from "./use-import.ts";

const SOURCES = ["hangarxplor", "extension", "fleetyards", "starjump", "ccu_game", "names"] as const;
const EXAMPLE = "Cutlass Black\nProspector";
const FORMATS = {
  row: "border-t border-line py-2.5 first:border-t-0",
  label: "text-md font-medium",
  value: "hint text-ink-2",
};

function RefusedList(props: { refusal: Refusal; onChoose: () => void; onRetry: () => void }) {
  const t = useT();
  const { code, detail } = props.refusal;
  const isTooLarge = code === TOO_LARGE.code;
  const fault = isTooLarge
    ? "too_large"
    : code === "import_unknown"
      ? "unknown"
      : isOfFile(props.refusal)
        ? "unreadable"
        : "failed";
  return (
    <div role="alert" className="border-b border-stop/45 bg-stop/6">
      <EmptyState
        icon={<FileIcon size={24} className="text-stop" />}
        title={t(`imports.${fault}`)}
        text={isTooLarge ? t("imports.too_large_text") : detail}
        action={
          <>
            {isOfFile(props.refusal) ? null : <Button onClick={props.onRetry}>{t("action.retry")}</Button>}
            <Button onClick={props.onChoose}>{t("imports.choose_another")}</Button>
            <a href="#formats" className="btn quiet">
              {t("imports.which")}
            </a>
          </>
        }
      />
    </div>
  );
}

/** Takes a list of ships: a file that is chosen or dropped, or its text. */
export function FileStep({ importing }: { importing: Importing }) {
  const t = useT();
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const paste = useRef<HTMLTextAreaElement>(null);
  const isPhone = useMedia(PHONE);
  const [isOver, setIsOver] = useState(false);
  const { refusal, isBusy, typed: text, type, look } = importing;
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > IMPORT_CHARACTERS) importing.refuse(TOO_LARGE);
    else await look({ name: chosen.name, content: await textOf(chosen) });
  };
  const choose = () => input.current?.click();
  const isTyped = text.trim() !== "";
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
              <RefusedList refusal={refusal} onChoose={choose} onRetry={() => void importing.again()} />
            ) : (
              <EmptyState
                icon={<FileIcon size={24} />}
                title={t(isPhone ? "imports.choose_list" : "imports.drop")}
                text={t("imports.drop_text", { rows: format.number(IMPORT_ROWS) })}
                action={
                  <Button variant={isTyped ? "default" : "primary"} onClick={choose}>
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
              <TextArea
                ref={paste}
                label={t("imports.paste")}
                placeholder={EXAMPLE}
                rows={4}
                spellCheck={false}
                inputClass="font-mono text-sm"
                value={text}
                onChange={({ target }) => type(target.value)}
              />
              <Button
                className="justify-self-start max-md:w-full"
                variant={isTyped ? "primary" : "default"}
                onClick={() => (isTyped ? void look({ name: null, content: text }) : paste.current?.focus())}
              >
                {t("imports.review")}
              </Button>
            </div>
          </>
        )}
      </section>
      <Panel title={t("imports.formats")} id="formats">
        <Facts look={FORMATS} className="px-[18px] py-1.5">
          {SOURCES.map((source) => (
            <Fact key={source} label={t(`imports.source.${source}`)}>
              {t(`imports.source.${source}_text`)}
            </Fact>
          ))}
        </Facts>
      </Panel>
    </div>
  );
}
