import type { Language } from "../../lib/wire.schema.ts";
import {
  type FormContent,
  type FormWords,
  hasOptions,
  OPTIONS,
  type Question,
  questionsOf,
  textIn,
} from "./forms.schema.ts";

/** What keeps a form from being published. */
export const FORM_FAULTS = {
  title: { en: "This section has no title.", da: "Afsnittet har ingen titel." },
  label: { en: "This question has no text.", da: "Spørgsmålet har ingen tekst." },
  options: { en: "It needs two answers to choose from.", da: "Der skal være to svar at vælge mellem." },
  option_label: { en: "One of its answers has no text.", da: "Et af svarene har ingen tekst." },
  bounds: { en: "Its least number is above its most.", da: "Det mindste tal er over det største." },
  when_gone: {
    en: "It is shown by a question that is no longer here.",
    da: "Det vises af et spørgsmål, som ikke er her længere.",
  },
  when_later: {
    en: "It is shown by a question that comes after it.",
    da: "Det vises af et spørgsmål, som kommer efter det.",
  },
  when_has: {
    en: "It is shown by an answer that cannot be given.",
    da: "Det vises af et svar, som ikke kan gives.",
  },
  nothing: { en: "The form asks nothing yet.", da: "Formularen spørger ikke om noget endnu." },
} as const satisfies Record<string, Record<Language, string>>;
/** What is wrong with a section of a form that always asks the same. */
export const FIXED_FAULT: Record<Language, string> = {
  en: "Its own questions stay as they are; yours can be added.",
  da: "Dets egne spørgsmål bliver, som de er; jeres kan tilføjes.",
};
export type FormFault = keyof typeof FORM_FAULTS;

/** Whether a text says something in some language. */
const says = (words: FormWords | undefined): boolean => textIn(words, "en").text !== "";

/** What the answers of a question that shows another one can be: options, yes and no, and any of them. */
export function conditionsOf(question: Question): string[] {
  if (question.kind === "text") return [];
  if (question.kind === "yes_no") return ["yes", "no", "any"];
  return [...(hasOptions(question) ? (question.options ?? []).map(({ id }) => id) : []), "any"];
}

function faultOf(question: Question, at: number, all: readonly Question[]): FormFault | null {
  const { kind, label, help, options = [], least, most, when } = question;
  if (!says(label) && !(kind === "text" && says(help))) return "label";
  if (hasOptions(question)) {
    if (options.length < OPTIONS.least) return "options";
    if (!options.every((option) => says(option.label))) return "option_label";
  }
  if (kind === "number" && least !== undefined && most !== undefined && least > most) return "bounds";
  if (!when) return null;
  const asked = all.findIndex(({ id }) => id === when.question);
  const shower = all[asked];
  if (!shower) return "when_gone";
  if (asked >= at) return "when_later";
  return conditionsOf(shower).includes(when.has) ? null : "when_has";
}

/** What keeps a form from being published, by the id of the question or section; "" for the form itself. */
export function faultsOf(content: FormContent): Record<string, FormFault> {
  const all = questionsOf(content);
  const found = all.flatMap((question, at) => {
    const fault = faultOf(question, at, all);
    return fault ? [[question.id, fault] as const] : [];
  });
  const untitled = content.sections.flatMap(({ id, title }) => (says(title) ? [] : [[id, "title"] as const]));
  const asksNothing = all.every(({ kind }) => kind === "text");
  return Object.fromEntries([...untitled, ...found, ...(asksNothing ? [["", "nothing"] as const] : [])]);
}

/** A value with its keys in one order, and without texts that are empty. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return typeof value === "string" ? value.trim() : value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const kept = plain(each);
    const isEmpty = kept === "" || kept === false || kept === undefined;
    return isEmpty || JSON.stringify(kept) === "{}" ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** Whether two forms ask the same in the same words and order. */
export const isSameForm = (a: FormContent, b: FormContent): boolean => isSame(a, b);

/** The longest part of both lists that has the same order. */
function inBoth(a: readonly string[], b: readonly string[]): Set<string> {
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = rows[i] as number[];
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const kept = new Set<string>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      kept.add(a[i] as string);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}

/** What a form has of its own beside an earlier one. */
export type FormChanges = {
  added: Question[];
  removed: Question[];
  /** Asked in other words. */
  reworded: { before: Question; after: Question }[];
  /** The same words, with another kind, help, answers or condition. */
  altered: { before: Question; after: Question }[];
  moved: Question[];
  /** Sections that were added, removed, renamed or moved. */
  sections: number;
};

export function changesOf(before: FormContent, after: FormContent): FormChanges {
  const old = new Map(questionsOf(before).map((question) => [question.id, question]));
  const now = new Map(questionsOf(after).map((question) => [question.id, question]));
  const both = [...now.values()].flatMap((question) => {
    const was = old.get(question.id);
    return was ? [{ before: was, after: question }] : [];
  });
  const places = (content: FormContent, others: ReadonlyMap<string, Question>) =>
    content.sections.flatMap(({ id, questions }) =>
      questions.filter((question) => others.has(question.id)).map((question) => `${id} ${question.id}`),
    );
  const [placesBefore, placesNow] = [places(before, now), places(after, old)];
  const stayed = inBoth(placesBefore, placesNow);
  const movedIds = placesNow.filter((place) => !stayed.has(place)).map((place) => place.split(" ")[1] ?? "");
  const heads = ({ sections }: FormContent) =>
    new Map(sections.map(({ id, title, hint }) => [id, { title, hint }]));
  const [headsBefore, headsNow] = [heads(before), heads(after)];
  const ids = [...new Set([...headsBefore.keys(), ...headsNow.keys()])];
  const isReworded = (pair: { before: Question; after: Question }) =>
    !isSame(pair.before.label, pair.after.label);
  return {
    added: [...now.values()].filter(({ id }) => !old.has(id)),
    removed: [...old.values()].filter(({ id }) => !now.has(id)),
    reworded: both.filter(isReworded),
    altered: both.filter((pair) => !isReworded(pair) && !isSame(pair.before, pair.after)),
    moved: movedIds.flatMap((id) => now.get(id) ?? []),
    sections:
      ids.filter((id) => !isSame(headsBefore.get(id), headsNow.get(id))).length +
      (ids.every((id) => headsBefore.has(id) && headsNow.has(id)) &&
      [...headsBefore.keys()].join() !== [...headsNow.keys()].join()
        ? 1
        : 0),
  };
}
