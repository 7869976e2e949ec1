import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { attempt } from "../storage.ts";
import { createStore, useStore } from "../store.ts";

/** The locale of each language for dates and numbers. */
export const LOCALES = { en: "en-GB", da: "da-DK" } as const satisfies Record<Language, string>;

/**
 * Loads the catalogues of a part of the program in a language. Each is a pair of files beside the code, which it imports as
 * ``import(`./name.${language}.json`)``.
 */
export type Texts = (language: Language) => Promise<{ default: Record<string, string> }>[];

/** Every catalogue with its English texts. `web/catalogues.ts`, which is generated, adds those of the features. */
export interface Catalogues {
  common: typeof import("./common.en.json");
  frame: typeof import("./frame.en.json");
  thread: typeof import("./thread.en.json");
}

export type MessageKey = { [Name in keyof Catalogues]: keyof Catalogues[Name] & string }[keyof Catalogues];

/** A short text that belongs to data instead of a catalogue. */
export type Words = Record<Language, string>;

const common: Texts = (language) => [import(`./common.${language}.json`)];

/** Further texts of `lib`, `ui` and the shell, which the sign-in page does without. */
export const frameTexts: Texts = (language) => [import(`./frame.${language}.json`)];

type Values = Record<string, string | number | null | undefined>;
/** The values of a text without numbers that may be missing, which would be read as "NaN", and without a `bigint`. */
type Given<Of> = {
  [Name in keyof Of]: Extract<Of[Name], number | bigint> extends never
    ? Of[Name]
    : Exclude<NonNullable<Of[Name]>, bigint>;
};
type Say = <Of extends Values>(key: MessageKey, values?: Of & Given<Of>) => string;

const STORAGE_KEY = "language";

/** Texts that have been asked for: a change of language loads them all. */
const wanted = new Set([common]);
let current: Language = "en";
/** The language that is shown, or about to be. */
let target: Language = "en";
let latest: Promise<void> = Promise.resolve();

/** The language, or null for an unsupported value. */
export const readLanguage = (value: unknown): Language | null =>
  value === "en" || value === "da" ? value : null;

/** The first of a browser's languages that the product has, English without one. */
export function preferredLanguage(languages: readonly string[]): Language {
  const ours = languages.map((tag) => readLanguage(tag.toLowerCase().split("-")[0]));
  return ours.find((language) => language !== null) ?? "en";
}

/** Loads texts in a language; the browser has each file that was imported before. */
const loadIn = (language: Language, texts: Texts) =>
  Promise.all(texts(language).map(async (catalogue) => i18n.load(language, (await catalogue).default)));

/** Loads texts in the user's language, and from then on in every language that the user changes to. */
export async function loadTexts(texts: Texts): Promise<void> {
  wanted.add(texts);
  const languages = new Set([target, i18n.locale === "" ? target : current]);
  await Promise.all([...languages].map((language) => loadIn(language, texts)));
}

export const currentLanguage = (): Language => current;

/** Shows everything in another language once its texts are loaded; the last choice wins. With `keep` the browser stores it. */
export function showLanguage(language: Language, keep = true): Promise<void> {
  const show = async (): Promise<void> => {
    await Promise.all([...wanted].map((texts) => loadIn(language, texts)));
    if (latest !== mine) return latest;
    current = language;
    document.documentElement.lang = language;
    i18n.activate(language, LOCALES[language]);
    shown.set(translator());
    // Without storage the language is shown until the page is closed.
    if (keep) attempt(() => localStorage.setItem(STORAGE_KEY, language), undefined);
  };
  target = language;
  const mine = show();
  latest = mine;
  return mine;
}

/** Resolves when a language is on screen, for texts right after the start. */
export const languageShown = (): Promise<void> => latest;

/** Shows the language last chosen in this browser, else the browser's own, and follows the other tabs. */
export function startLanguage(): Promise<void> {
  const stored = attempt(() => localStorage.getItem(STORAGE_KEY), null);
  addEventListener("storage", (event) => {
    const language = event.key === STORAGE_KEY ? readLanguage(event.newValue) : null;
    if (language && language !== current) void showLanguage(language, false);
  });
  return showLanguage(readLanguage(stored) ?? preferredLanguage(navigator.languages), false);
}

/** Marks the place of a value in a formatted text: a character of private use, which no text of a catalogue has. */
const MARK = "\uE000";

/** A value by which a text may choose its words. */
const WORD = /^[\w-]*$/;

/**
 * Formats a text. A value that is an element, or more than a word, takes its place when the sentence is finished: until then
 * something else stands there. Lingui 6.11.0 decodes sequences such as `\x41` in the finished sentence, also where a user
 * has typed them.
 */
export function splitPlaceholders<Value>(
  format: (values: Values) => string,
  values: Record<string, Value>,
): (Value | string)[] {
  const kept: Value[] = [];
  const marks = Object.entries(values).map(([name, value]) => {
    const isText = typeof value === "string";
    if (isText ? WORD.test(value) : typeof value === "number" || value == null) return [name, value];
    kept.push(value);
    return [name, `${MARK}${kept.length - 1}${MARK}`];
  });
  const parts = format(Object.fromEntries(marks)).split(MARK);
  return parts.map((part, index) => (index % 2 === 1 ? (kept[Number(part)] ?? "") : part));
}

const format = (key: MessageKey, values?: Values): string =>
  values ? splitPlaceholders<unknown>((marks) => i18n._(key, marks), values).join("") : i18n._(key);

/** The text of a key in the language on screen. For use outside components; inside them take {@link useT}. */
export const translate: Say = format;

/** A new function for each language, so that components which use it are drawn again. */
const translator = () =>
  Object.assign(((key, values) => format(key, values)) as Say, {
    /** The text with elements as values, such as a name in bold. */
    rich: <Of extends Record<string, ReactNode>>(key: MessageKey, values: Of & Given<Of>) =>
      splitPlaceholders<ReactNode>((marks) => i18n._(key, marks), values),
  });

export type Translate = ReturnType<typeof translator>;

const shown = createStore(translator());

/** `t(key, values)` for the language on screen; the component is drawn again when that changes. */
export const useT = (): Translate => useStore(shown);

/** The language on screen; the component is drawn again when it changes. */
export function useLanguage(): Language {
  useT();
  return current;
}
