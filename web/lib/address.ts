import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** One value of an address: how it is read (nonsense counts as not said) and written (null leaves it out). */
type Kind<Value> = { read: (text: string | null) => Value; write: (value: Value) => string | null };

/** Names in an address's query with the kind of value that each has. */
// biome-ignore lint/suspicious/noExplicitAny: a shape holds kinds of any value, read back by AddressOf
export type Shape = Record<string, Kind<any>>;

/** What an address of a shape says. */
export type AddressOf<S extends Shape> = {
  [Name in keyof S]: S[Name] extends Kind<infer Value> ? Value : never;
};

/** One of a few words; the first answer of a page that says none of them is `fallback`. */
export const oneOf = <Value extends string, Fallback extends Value | null = null>(
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

/** The id of a record, null for none. */
export const id = idOr<never>([]);

/** A text up to a length; empty when the address says none. */
export const text = (maxLength: number): Kind<string> => ({
  read: (value) => (value ?? "").slice(0, maxLength),
  write: (value) => value || null,
});

/** Something that is so or not; written as 1. */
export const flag: Kind<boolean> = { read: (value) => value === "1", write: (value) => (value ? "1" : null) };

/** The same for a reader who may not choose: what the address says is passed over. */
export const withheld = <Value>(kind: Kind<Value>): Kind<Value> => ({ ...kind, read: () => kind.read(null) });

/** Reads an address's query. */
export function readAddress<S extends Shape>(params: URLSearchParams, shape: S): AddressOf<S> {
  const read = Object.entries(shape).map(([name, kind]) => [name, kind.read(params.get(name))]);
  return Object.fromEntries(read) as AddressOf<S>;
}

/** The query with some of it changed, `?` included where anything is left; all else it says is kept. */
export function writeAddress<S extends Shape>(
  params: URLSearchParams,
  shape: S,
  changes: Partial<AddressOf<S>>,
): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    const written = shape[name]?.write(value) ?? null;
    if (written === null) next.delete(name);
    else next.set(name, written);
  }
  const query = next.toString();
  return query ? `?${query}` : "";
}

/** The address follows a search when typing pauses this long, in milliseconds: browsers limit how often it may change. */
const TYPING_PAUSE = 250;

/** Kept with an address that opens something over the page: the one before it, and the mark of what opened it. */
type Opened = { behind: string; opener?: string | undefined };

/** What the address of the page at `path` says, and how to change it. Give it the same `shape` object each time. */
export function useAddress<S extends Shape>(path: string, shape: S) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Opened | null };
  const [params] = useSearchParams();
  const address = useMemo(() => readAddress(params, shape), [params, shape]);

  /** The page's address with some of it changed, for a link. */
  const hrefWith = (changes: Partial<AddressOf<S>>) => path + writeAddress(params, shape, changes);
  /** The same of the address as it is at the moment: it may have moved on since this was drawn. */
  const hrefNow = (changes: Partial<AddressOf<S>>) =>
    path + writeAddress(new URLSearchParams(location.search), shape, changes);
  /** Changes the address in place. */
  const change = (changes: Partial<AddressOf<S>>) =>
    void navigate(hrefNow(changes), { replace: true, preventScrollReset: true, state });
  /** What a Link takes that opens something over the page, so that Back closes it; `opener` marks what gets the focus then. */
  const linkTo = (changes: Partial<AddressOf<S>>, opener?: string) => ({
    to: hrefWith(changes),
    state: { behind: hrefWith({}), opener } satisfies Opened,
  });
  /** Opens it at once. */
  const open = (...link: Parameters<typeof linkTo>) => {
    const { to, state } = linkTo(...link);
    void navigate(to, { preventScrollReset: true, state });
  };
  /** Closes it: goes back where that leads to the same address, else takes it out of the address in place. */
  const close = (changes: Partial<AddressOf<S>>) =>
    state?.behind === hrefNow(changes) ? void navigate(-1) : change(changes);

  return {
    address,
    has: (name: keyof S & string) => params.has(name),
    hrefWith,
    linkTo,
    change,
    open,
    close,
    opener: state?.opener,
  };
}

/** A text that is handed on, trimmed, when typing pauses. A change of `value` from elsewhere replaces what was typed. */
export function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onChange);
  tell.current = onChange;
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Takes what is typed; with `isFinal` it is handed on at once. */
  const type = (next: string, isFinal = false) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell.current(next.trim()), isFinal ? 0 : TYPING_PAUSE);
  };
  return { typed, type };
}
