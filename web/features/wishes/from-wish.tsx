import type { ReactNode } from "react";
import type { LinkInput } from "../../../worker/features/wishes/wishes.schema.ts";
import { act } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { wishes } from "./wishes.api.ts";

/** The first values of an event's or a contract's form. */
export type WishTerms = { title: string; description: string };

export type FromWishProps = {
  id: number;
  kind: LinkInput["kind"];
  children: (terms: WishTerms | null, became: (id: number) => void) => ReactNode;
};

/** Calls `children` once the wish is read. */
export default function FromWish({ id, kind, children }: FromWishProps) {
  const t = useT();
  const { data, error } = wishes.useOne(id);
  if (!data && !error) return null;
  const became = (target: number) =>
    void act(() => wishes.call(id, { call: "/links", body: { kind, id: target } }), {
      failed: t("wishes.link_failed"),
    });
  return children(data ? { title: data.title, description: data.description } : null, became);
}
