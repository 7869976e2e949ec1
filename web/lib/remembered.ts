import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { privateStorage } from "./private-storage.ts";
import { useUser } from "./session.tsx";
import { attempt } from "./storage.ts";

/** A text that this browser remembers for the user until they sign out; empty at first. */
export function useRemembered(name: string) {
  const key = `${name}:${useUser().user?.id}:0`;
  const [text, setText] = useState(() => attempt(() => privateStorage.store.getItem(key), null) ?? "");
  const remember = (next: string) => {
    setText(next);
    attempt(() => privateStorage.store.setItem(key, next), undefined);
  };
  return [text, remember] as const;
}

/**
 * Remembers what a user chooses in the address of a page, of the values called `kept`. Where the page is opened without any, it
 * returns the query that it was left with, for a Navigate; null otherwise.
 */
export function useRememberedQuery(page: string, kept: readonly string[]): string | null {
  const { search } = useLocation();
  const [query, remember] = useRemembered(page);
  const [isBeginning, setIsBeginning] = useState(search === "" && query !== "");
  if (isBeginning && search !== "") setIsBeginning(false);
  const chosen = String(
    new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => kept.includes(name))),
  );
  const known = useRef(chosen);
  useEffect(() => {
    // An address that led here from elsewhere, such as a figure's or a record's, was not chosen here.
    if (known.current === chosen) return;
    known.current = chosen;
    remember(chosen);
  });
  return isBeginning ? `?${query}` : null;
}
