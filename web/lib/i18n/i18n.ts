import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import type { CatalogueName, MessageKey } from "../../catalogues.ts";
import { FIRST_CATALOGUES, type TextsByLanguage } from "../../first-catalogues.ts";
import { LOCALES } from "../format.ts";
import { attempt } from "../storage.ts";
import { createStore, useStore } from "../store.ts";

type Values = Record<string, string | number | Date | null | undefined>;
type Messages = NonNullable<Parameters<typeof i18n.load>[1]>;

/** Where this browser keeps the chosen language. */
const STORAGE_KEY = "language";

const wanted = new Set<CatalogueName>(["common"]);
const loading = new Map<string, Promise<void>>();
let current: Language = "en";
/** The language that is shown, or about to be. */
let target: Language = "en";
let latest: Promise<void> = Promise.resolve();

/** A language we have, or null for anything else. */
export function readLanguage(value: unknown): Language | null {
  return value === "en" || value === "da" ? value : null;
}

/** The first of a browser's languages that we have, English without one. */
export function preferredLanguage(languages: readonly string[]): Language {
  const ours = languages.map((tag) => readLanguage(tag.toLowerCase().split("-")[0]));
  return ours.find((language) => language !== null) ?? "en";
}

const isFirst = (name: CatalogueName): name is keyof typeof FIRST_CATALOGUES => name in FIRST_CATALOGUES;

async function fetchTexts(name: CatalogueName, language: Language): Promise<Messages> {
  const texts: TextsByLanguage = isFirst(name)
    ? FIRST_CATALOGUES[name]
    : (await import("../../catalogues.ts")).CATALOGUES[name];
  return (await texts[language]()).default;
}

function loadCatalogue(name: CatalogueName, language: Language): Promise<void> {
  const id = `${name}.${language}`;
  const pending = loading.get(id);
  if (pending) return pending;
  const promise = fetchTexts(name, language).then((messages) => i18n.load(language, messages));
  promise.catch(() => loading.delete(id));
  loading.set(id, promise);
  return promise;
}

/** Loads texts in the user's language, and from then on in every language that the user changes to. */
export async function loadMessages(...names: readonly CatalogueName[]): Promise<void> {
  for (const name of names) wanted.add(name);
  const languages = i18n.locale === "" ? [target] : [target, current];
  await Promise.all(names.flatMap((name) => languages.map((language) => loadCatalogue(name, language))));
}

/** The language on screen. */
export function currentLanguage(): Language {
  return current;
}

/**
 * Shows everything in another language; resolves when its texts are there. Of several choices the last wins.
 * It is kept in this browser, which also tells its other tabs.
 */
export function showLanguage(language: Language, keep = true): Promise<void> {
  const show = async (): Promise<void> => {
    await Promise.all([...wanted].map((name) => loadCatalogue(name, language)));
    if (latest !== mine) return latest;
    current = language;
    document.documentElement.lang = language;
    i18n.activate(language, LOCALES[language]);
    shown.set(translator());
    // A browser that stores nothing still shows the language until it is closed.
    if (keep) attempt(() => localStorage.setItem(STORAGE_KEY, language), undefined);
  };
  target = language;
  const mine = show();
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

/** Marks the place of an element in a formatted text; never typed by anyone. */
const MARK = "\uE000";

/** Formats a text whose values may be elements, each of which then stands where its placeholder stood. */
export function splitPlaceholders(
  format: (values: Record<string, string | number>) => string,
  values: Record<string, ReactNode>,
): ReactNode[] {
  const elements: ReactNode[] = [];
  const marks = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === "string" || typeof value === "number") return [name, value];
      elements.push(value);
      return [name, `${MARK}${elements.length - 1}${MARK}`];
    }),
  );
  return format(marks)
    .split(MARK)
    .map((part, index) => (index % 2 === 1 ? elements[Number(part)] : part));
}

/** A new one for each language, so that components which use it are drawn again. */
const translator = () =>
  Object.assign((key: MessageKey, values?: Values) => translate(key, values), {
    /** The same with elements as values, such as a name in bold. */
    rich: (key: MessageKey, values: Record<string, ReactNode>) =>
      splitPlaceholders((marks) => translate(key, marks), values),
  });

export type Translate = ReturnType<typeof translator>;

const shown = createStore(translator());

/** `t(key, values)` for the language on screen; the component follows when that changes. */
export const useT = (): Translate => useStore(shown);

/** The language on screen, followed. */
export function useLanguage(): Language {
  useT();
  return current;
}
