import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** One value of an address: how it is read (an unknown text gives the default) and written (null leaves it out). */
export type Kind<Value> = {
  read(text: string | null): Value;
  write(value: Value): string | null;
  /** Most characters of a text. */
  maxLength?: number;
  /** False for a filter that is not counted, such as a search. */
  counts?: false;
  /** Value in the query of the API, where that differs from the address. */
  ask?(value: Value): string | null;
};

/** Names in an address's query with the kind of their values. */
export type Shape = Record<string, Kind<unknown>>;

export type AddressOf<S extends Shape> = {
  [Name in keyof S]: S[Name] extends Kind<infer Value> ? Value : never;
};

export type Changes<S extends Shape> = Partial<AddressOf<S>>;

/** One of a few words, `fallback` for any other text. */
export const oneOf = <const Value extends string, Fallback extends Value | null = null>(
  values: readonly Value[],
  fallback = null as Fallback,
): Kind<Value | Fallback> => ({
  read: (text) => values.find((value) => value === text) ?? fallback,
  write: (value) => value,
});

/** The id of a record, or a word such as "none". */
export const idOr = <Word extends string>(words: readonly Word[]): Kind<number | Word | null> => ({
  read: (text) =>
    words.find((word) => word === text) ?? (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null),
  write: (value) => (value === null ? null : String(value)),
});

export const id = idOr<never>([]);

/** A text up to a length; empty without one. */
export const text = (maxLength: number): Kind<string> => ({
  read: (value) => (value ?? "").slice(0, maxLength),
  write: (value) => value || null,
  maxLength,
});

/** A text that a list is searched for; not counted as a filter. */
export const search = (maxLength: number): Kind<string> => ({ ...text(maxLength), counts: false });

export const flag: Kind<boolean> = { read: (value) => value === "1", write: (value) => (value ? "1" : null) };

/** The same kind for a reader who may not choose the value: the address is ignored. */
export const withheld = <Value>(kind: Kind<Value>): Kind<Value> => ({ ...kind, read: () => kind.read(null) });

export function readAddress<S extends Shape>(params: URLSearchParams, shape: S): AddressOf<S> {
  const read = Object.entries(shape).map(([name, kind]) => [name, kind.read(params.get(name))]);
  return Object.fromEntries(read) as AddressOf<S>;
}

/** The query with some values changed, with `?` unless it is empty; other values are kept. */
export function writeAddress<S extends Shape>(params: URLSearchParams, shape: S, changes: Changes<S>) {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    const written = shape[name]?.write(value) ?? null;
    if (written === null) next.delete(name);
    else next.set(name, written);
  }
  return next.size > 0 ? `?${next}` : "";
}

/** Pause in typing after which the address follows, in milliseconds: browsers limit how often it may change. */
const TYPING_PAUSE = 250;

/** State of an address that opens a dialog over the page: the address before it, and the mark of its opener. */
type Opened = { behind: string; opener?: string | undefined };

/** Reads and changes the address of the page at `path`. Give it the same `shape` object each time. */
export function useAddress<S extends Shape>(path: string, shape: S) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Opened | null };
  const [params] = useSearchParams();
  const address = useMemo(() => readAddress(params, shape), [params, shape]);

  /** Address of a link to the page with some values changed. */
  const hrefWith = (changes: Changes<S>) => path + writeAddress(params, shape, changes);
  /** The same from the current address, which may have changed since the last rendering. */
  const hrefNow = (changes: Changes<S>) =>
    path + writeAddress(new URLSearchParams(location.search), shape, changes);
  /** Changes the address in place. */
  const change = (changes: Changes<S>) =>
    void navigate(hrefNow(changes), { replace: true, preventScrollReset: true, state });
  /** Props of a Link that opens a dialog over the page, which Back closes; `opener` marks what gets the focus then. */
  const linkTo = (changes: Changes<S>, opener?: string) => ({
    to: hrefWith(changes),
    state: { behind: hrefWith({}), opener } satisfies Opened,
  });
  /** Opens a dialog at once; takes what `linkTo` takes. */
  const open = (...link: Parameters<typeof linkTo>) => {
    const { to, state } = linkTo(...link);
    void navigate(to, { preventScrollReset: true, state });
  };
  /** Closes a dialog: goes back where that leads to the same address, else changes the address in place. */
  const close = (changes: Changes<S>) =>
    state?.behind === hrefNow(changes) ? void navigate(-1) : change(changes);

  const has = (name: keyof S & string) => params.has(name);
  return { shape, address, has, hrefWith, linkTo, change, open, close, opener: state?.opener };
}

/**
 * A text that is reported, trimmed, when typing pauses. A change of `value` from outside replaces the typed text; one that was
 * reported may arrive when more has been typed, which stays.
 */
export function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reported = useRef<string[]>([]);
  const tell = useRef(onChange);
  tell.current = (text) => {
    if (text !== value) reported.current.push(text);
    onChange(text);
  };
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value && !reported.current.includes(value)) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (reported.current.at(-1) === value) reported.current = [];
  }, [value]);
  /** Takes the typed text; with `isFinal` it is reported at once. */
  const type = (next: string, isFinal = false) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell.current(next.trim()), isFinal ? 0 : TYPING_PAUSE);
  };
  return { typed, type };
}
