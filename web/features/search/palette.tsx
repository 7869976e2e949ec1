import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { TEXT_LENGTH } from "../../../worker/lib/search/likeness.schema.ts";
import type { SearchAnswer, SearchGroup } from "../../../worker/lib/search/search.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { useOnline } from "../../lib/connection.ts";
import { focusBack, opensDialog } from "../../lib/focus.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { CloseIcon, SearchIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { takeProspect } from "../prospects/index.ts";
import { Foot, Option } from "./palette-parts.tsx";
import { noteRecent, useRecent } from "./recent.ts";
import {
  askedFor,
  type Command,
  groupsOf,
  MARKS,
  type Mode,
  type Row,
  readTyped,
  stillLike,
  withoutVerb,
} from "./rows.ts";

/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 120;

const NONE: SearchAnswer = [];

/**
 * Returns what the server finds for a text, asked once typing pauses. Until it answers, returns the hits of the former answer
 * that match the text as well; drops answers to earlier texts.
 * @param q empty for no search
 * @param groups null for all
 */
function useFound(q: string, groups: readonly SearchGroup[] | null) {
  const path = q === "" ? null : withQuery("/api/search", { q, in: groups?.join(",") });
  const [found, setFound] = useState<{ path: string | null; answer: SearchAnswer; error?: unknown }>({
    path: null,
    answer: NONE,
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again.
  useEffect(() => {
    if (path === null) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    const timer = setTimeout(async () => {
      try {
        setFound({ path, answer: await request<SearchAnswer>(path, { signal }) });
      } catch (error) {
        if (!signal.aborted) setFound({ path, answer: NONE, error });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [path, tries]);
  const isNewest = found.path === path;
  return {
    answer: path === null ? NONE : isNewest ? found.answer : stillLike(found.answer, q),
    isLoading: path !== null && !isNewest,
    error: isNewest ? found.error : undefined,
    retry: () => {
      setFound({ path: null, answer: NONE });
      setTries(tries + 1);
    },
  };
}

type Props = {
  user: CurrentUser;
  commands: readonly Command[];
  onClose: () => void;
  /** Opens the list of shortcuts in place of the palette. */
  onShortcuts: () => void;
};

/** The address of the command that opens the list of shortcuts. */
const SHORTCUTS = "#shortcuts";

/** Finds people, records, pages and actions, by keys or by hand. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export default function Palette(props: Props) {
  const t = useT();
  const opener = useRef<Element>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Radix.Root open onOpenChange={props.onClose}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className="dialog top-[10vh]! max-h-[min(76vh,620px)]! translate-y-0! overflow-hidden max-md:inset-0! max-md:translate-none! max-md:max-h-none! max-md:rounded-none!"
          style={{ "--width": "700px" } as object}
          data-modal=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = opensDialog();
            input.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(opener.current);
          }}
        >
          <Radix.Title className="sr-only">{t("search.title")}</Radix.Title>
          <Content {...props} input={input} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Content({
  user,
  commands,
  onClose,
  onShortcuts,
  input,
}: Props & { input: React.RefObject<HTMLInputElement | null> }) {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const [text, setText] = useState("");
  /** The row that was moved to; null for the first. */
  const [at, setAt] = useState<string | null>(null);
  const typed = readTyped(text);
  const { mode, q } = typed;
  const asked = mode === "actions" ? withoutVerb(q, t("search.assign_word")) : q;
  const found = useFound(isOnline ? asked : "", askedFor(mode));
  const recent = useRecent(user.id);
  const shortcuts: Command = {
    ...{ kind: "start", to: SHORTCUTS, label: inBoth(t("search.shortcuts")), area: inBoth("") },
    ...{ also: inBoth(t("search.shortcuts.other")), keys: "?" },
  };
  const groups = groupsOf(
    typed,
    { commands: [...commands, shortcuts], answer: found.answer, recent },
    {
      language,
      assign: (name) => t("search.assign", { name }),
      within: (place) => t("search.in", { place }),
      also: (name) => t("search.also", { name }),
    },
  );
  const rows = groups.flatMap((group) => group.rows);
  const active = rows.find(({ key }) => key === at) ?? rows[0];
  const idOf = (row: Row) => `${id}-${row.key.replaceAll(" ", "-")}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const type = (next: string) => {
    setText(next);
    setAt(null);
  };
  const choose = (row: Row | undefined, inNewTab: boolean) => {
    if (!row) return;
    const { hit, to } = row;
    if (to === SHORTCUTS) return onShortcuts();
    if (row.assigns && hit && user.member) {
      const me = { memberId: user.member.id, name: user.displayName };
      void takeProspect(hit.id, me, t("search.assign_failed"));
    } else if (to) {
      if (hit) noteRecent(user.id, hit);
      if (inNewTab) return void open(to, "_blank", "noopener");
      void navigate(to);
    }
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { length } = rows;
    const now = active ? rows.indexOf(active) : 0;
    const next = { ArrowDown: now + 1, ArrowUp: now - 1 + length, Home: 0, End: length - 1 }[event.key];
    // Home and End stay with the text while there is some.
    const isOfText = (event.key === "Home" || event.key === "End") && text !== "" && !event.ctrlKey;
    if (event.key === "Enter") choose(active, event.ctrlKey || event.metaKey);
    else if (next !== undefined && length > 0 && !isOfText) setAt(rows[next % length]?.key ?? null);
    else return;
    event.preventDefault();
  };
  const narrow = (mark: string) => {
    type(mode === MARKS[mark as keyof typeof MARKS] ? q : `${mark}${q}`);
    input.current?.focus();
  };
  const press = (row: Row) => (event: MouseEvent) => {
    if (event.button < 2) choose(row, event.ctrlKey || event.metaKey || event.button === 1);
  };
  return (
    <>
      <div className="flex flex-none items-center gap-3 border-b border-line px-5 max-md:px-4">
        <SearchIcon size={17} className="text-ink-3" />
        <input
          ref={input}
          role="combobox"
          aria-label={t("search.everything")}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(activeId ? { "aria-activedescendant": activeId } : {})}
          className="h-[60px] min-w-0 flex-1 bg-transparent text-lg text-ink outline-none placeholder:text-ink-3"
          placeholder={t("search.placeholder")}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={TEXT_LENGTH + 1}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <kbd className="kbd max-md:hidden">Esc</kbd>
        <Radix.Close className="btn quiet icon md:hidden" aria-label={t("action.close")}>
          <CloseIcon />
        </Radix.Close>
      </div>
      <div className="dialog-body p-2 pb-3 empty:p-0">
        {isOnline ? null : <p className="hint px-3 pt-1.5 pb-1">{t("search.offline")}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={t("search.title")} className="empty:hidden">
          {groups.map(({ name, rows: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be within a listbox.
            <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
              <p id={`${id}-${name}`} role="presentation" className="label px-3 pt-3 pb-1.5">
                {t(`search.group.${name}`)}
              </p>
              {ofGroup.map((row) => (
                <Option
                  key={row.key}
                  id={idOf(row)}
                  row={row}
                  q={asked}
                  isActive={row === active}
                  onMove={() => setAt(row.key)}
                  onPress={press(row)}
                />
              ))}
            </div>
          ))}
        </div>
        <Rest
          {...{ mode, q, isOnline, found }}
          isEmpty={rows.length === 0}
          onType={(next) => {
            type(next);
            input.current?.focus();
          }}
        />
        <p role="status" className="sr-only">
          {q === "" || found.isLoading ? "" : t("search.results", { count: rows.length })}
        </p>
      </div>
      <Foot mode={mode} isEmpty={rows.length === 0} onNarrow={narrow} />
    </>
  );
}

/** A text of the reader's language as a command has its words. */
const inBoth = (text: string) => ({ en: text, da: text });

/** The line below the rows: that more is coming, that the search failed, or that nothing was found. */
function Rest(props: {
  mode: Mode;
  q: string;
  isOnline: boolean;
  isEmpty: boolean;
  found: ReturnType<typeof useFound>;
  onType: (text: string) => void;
}) {
  const t = useT();
  const { mode, q, isOnline, isEmpty, found, onType } = props;
  if (found.error !== undefined)
    return (
      <ErrorState
        title={t("search.failed")}
        error={found.error}
        onRetry={found.retry}
        className="[&>div]:py-5"
      />
    );
  if (found.isLoading && isOnline) return <SkeletonLines lines={3} className="px-3 py-4" />;
  if (!isEmpty) return null;
  if (q === "") return <p className="hint px-3 py-4">{t("search.type")}</p>;
  return (
    <EmptyState
      className="py-8"
      title={t("search.none", { text: q })}
      action={
        <>
          {mode === "all" ? null : <Button onClick={() => onType(q)}>{t("search.everything")}</Button>}
          <Button onClick={() => onType("")}>{t("search.clear")}</Button>
        </>
      }
    />
  );
}
