import { i18n } from "@lingui/core";
import { type ReactNode, useSyncExternalStore } from "react";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { CATALOGUES, type CatalogueName, type MessageKey } from "../../catalogues.ts";
import { LOCALES } from "../format.ts";
import { attempt } from "../storage.ts";
import { preferredLanguage, readLanguage, STORAGE_KEY } from "./language.ts";
import { splitPlaceholders } from "./rich.ts";

type Values = Record<string, string | number | Date | null | undefined>;
type Messages = NonNullable<Parameters<typeof i18n.load>[1]>;

const wanted = new Set<CatalogueName>();
const loading = new Map<string, Promise<void>>();
let current: Language = "en";
/** The language that is shown, or about to be. */
let target: Language = "en";

function loadCatalogue(name: CatalogueName, language: Language): Promise<void> {
  const id = `${name}.${language}`;
  const pending = loading.get(id);
  if (pending) return pending;
  const load: () => Promise<{ default: Messages }> = CATALOGUES[name][language];
  const promise = load().then(
    (messages) => i18n.load(language, messages.default),
    (error: unknown) => {
      loading.delete(id);
      throw error;
    },
  );
  loading.set(id, promise);
  return promise;
}

/** Loads texts in the user's language, and from then on in every language that the user changes to. */
export async function loadMessages(...names: readonly CatalogueName[]): Promise<void> {
  const shown = i18n.locale === "" ? target : current;
  await Promise.all(
    names.flatMap((name) => {
      wanted.add(name);
      return [loadCatalogue(name, target), loadCatalogue(name, shown)];
    }),
  );
}

/** The language on screen. */
export function currentLanguage(): Language {
  return current;
}

let latest: Promise<void> = Promise.resolve();

async function activate(language: Language, keep: boolean, turn: () => boolean): Promise<void> {
  wanted.add("common");
  await Promise.all([...wanted].map((name) => loadCatalogue(name, language)));
  if (!turn()) return latest;
  current = language;
  document.documentElement.lang = language;
  i18n.activate(language, LOCALES[language]);
  // A browser that stores nothing still shows the language until it is closed.
  if (keep) attempt(() => localStorage.setItem(STORAGE_KEY, language), undefined);
}

/**
 * Shows everything in another language; resolves when its texts are there. Of several choices the last wins.
 * It is kept in this browser, which also tells its other tabs.
 */
export function showLanguage(language: Language, keep = true): Promise<void> {
  target = language;
  const mine: Promise<void> = activate(language, keep, () => latest === mine);
  latest = mine;
  return mine;
}

/** Resolves when there is a language on screen, for texts that are wanted right after the start. */
export function languageShown(): Promise<void> {
  return latest;
}

/** Shows the language last chosen in this browser, else the browser's own, and follows the other tabs. */
export function startLanguage(): Promise<void> {
  const stored = attempt(() => localStorage.getItem(STORAGE_KEY), null);
  addEventListener("storage", (event) => {
    const language = event.key === STORAGE_KEY ? readLanguage(event.newValue) : null;
    if (language && language !== current) void showLanguage(language, false);
  });
  return showLanguage(readLanguage(stored) ?? preferredLanguage(navigator.languages), false);
}

/** The text of a key in the language on screen. For use outside components; inside them take {@link useT}. */
export function translate(key: MessageKey, values?: Values): string {
  return i18n._(key, values);
}

export type Translate = {
  (key: MessageKey, values?: Values): string;
  /** The same with elements as values, such as a name in bold. */
  rich: (key: MessageKey, values: Record<string, ReactNode>) => ReactNode[];
};

function translator(): Translate {
  return Object.assign((key: MessageKey, values?: Values) => translate(key, values), {
    rich: (key: MessageKey, values: Record<string, ReactNode>) =>
      splitPlaceholders((marks) => translate(key, marks), values),
  });
}

let shown: { language: string; t: Translate } = { language: "", t: translator() };

function snapshot(): Translate {
  if (shown.language !== i18n.locale) shown = { language: i18n.locale, t: translator() };
  return shown.t;
}

function subscribe(listener: () => void): () => void {
  return i18n.on("change", listener);
}

/** `t(key, values)` for the language on screen; the component follows when that changes. */
export function useT(): Translate {
  return useSyncExternalStore(subscribe, snapshot);
}

/** The language on screen, followed. */
export function useLanguage(): Language {
  useT();
  return current;
}
