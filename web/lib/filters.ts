import { type AddressOf, type Changes, readAddress, type Shape, useAddress } from "./address.ts";
import type { ListQuery } from "./api.ts";

type Filters<Fields extends Shape, Others extends Shape> = {
  shape: Fields & Others;
  /** The values without any filter. */
  none: AddressOf<Fields>;
  /** Names of the filters that are set, without those whose `counts` is false, such as the search. */
  set: (address: AddressOf<Fields>) => (keyof Fields & string)[];
  /** Whether a search or a filter narrows the list. */
  isNarrowed: (address: AddressOf<Fields>) => boolean;
  query: (address: AddressOf<Fields>) => ListQuery;
};

/** Makes the filters of a list. `others` are values of the page's address that do not narrow the list. */
export function filters<Fields extends Shape, Others extends Shape = Record<never, never>>(
  fields: Fields,
  others = {} as Others,
): Filters<Fields, Others> {
  const kinds = Object.entries(fields);
  const none = readAddress(new URLSearchParams(), fields);
  const set = (address: AddressOf<Fields>) => kinds.filter(([name]) => address[name] !== none[name]);
  return {
    shape: { ...fields, ...others },
    none,
    set: (address) =>
      set(address)
        .filter(([, { counts }]) => counts !== false)
        .map(([name]) => name),
    isNarrowed: (address) => set(address).length > 0,
    query: (address) =>
      Object.fromEntries(kinds.map(([name, { ask, write }]) => [name, (ask ?? write)(address[name])])),
  };
}

/** A list whose filters are in the address of the page at `path`. Give it the same `list` each time. */
export function useFilters<Fields extends Shape, Others extends Shape>(
  path: string,
  list: Filters<Fields, Others>,
) {
  const page = useAddress(path, list.shape);
  const { none } = list;
  const address = page.address as AddressOf<Fields>;
  return {
    ...page,
    none,
    /** Number of filters that are set, the search not counted. */
    count: list.set(address).length,
    isNarrowed: list.isNarrowed(address),
    query: list.query(address),
    clear: () => page.change(none as Changes<Fields & Others>),
  };
}

/** A result of {@link useFilters} or {@link useAddress}, for the controls of filters. */
export type Addressed<S extends Shape> = {
  shape: S;
  address: AddressOf<S>;
  change: (changes: Changes<S>) => void;
};
