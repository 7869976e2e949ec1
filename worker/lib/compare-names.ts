import type { Language } from "./wire.schema.ts";

/**
 * Compares names as readers of a language expect them in a list: in Danish Æ, Ø and Å come last, Aa as Å. Numbers go by value.
 * SQLite orders by code points, so a list by name is read whole and then ordered; lists that are read a page at a time have
 * another order.
 */
export const compareNames = (language: Language) => new Intl.Collator(language, { numeric: true }).compare;
