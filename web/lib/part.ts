import { type ComponentType, lazy } from "react";
import type { CatalogueName } from "./i18n/catalogues.ts";
import { loadMessages } from "./i18n/i18n.ts";

/** A part of the program that could not be fetched: a new version was deployed, or the connection dropped. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("A part of the page could not be fetched.", { cause });
    this.name = "ChunkError";
  }
}

/**
 * A part of the program that is fetched when first shown, together with the texts of its feature. `preload`
 * starts that early and answers the module, or null. What cannot be fetched ends as a ChunkError in the
 * nearest error boundary.
 */
export function part<Props, Module extends { default: ComponentType<Props> }>(
  load: () => Promise<Module & { default: ComponentType<Props> }>,
  catalogue?: CatalogueName,
) {
  const fetchPart = async () => {
    try {
      const [module] = await Promise.all([load(), catalogue ? loadMessages(catalogue) : undefined]);
      return module;
    } catch (error) {
      throw new ChunkError(error);
    }
  };
  const preload = (): Promise<Module | null> => fetchPart().catch(() => null);
  return { View: lazy(fetchPart), preload };
}
