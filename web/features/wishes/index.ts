import { createElement } from "react";
import type { Texts } from "../../lib/i18n/i18n.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { FromWishProps } from "./from-wish.tsx";

export type { WishTerms } from "./from-wish.tsx";

const texts: Texts = (language) => [import(`./wishes.${language}.json`)];

const LoadedWish = lazyDialog<FromWishProps>(() => import("./from-wish.tsx"), texts);

/**
 * Shows the form of an event or a contract that a wish becomes: `children` get the wish's terms, and what links the two
 * once the other is there. Without an `id`, and for a wish that the reader may not see, they get no terms.
 */
export const FromWish = ({ id, ...props }: Omit<FromWishProps, "id"> & { id: number | null }) =>
  id === null ? props.children(null, () => undefined) : createElement(LoadedWish, { ...props, id });

/** Says from which wish an event or a contract came; nothing without one, or for users who may not read wishes. */
export const WishSource = lazyDialog(() => import("./wish-source.tsx"), texts);
