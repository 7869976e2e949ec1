import type { WishDetails } from "../../../worker/features/wishes/wishes.schema.ts";
import { act } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import type { FromWishProps } from "./index.ts";
import { callWish, wishes } from "./wishes.api.ts";

/** Calls `children` once the wish is read. */
export default function FromWish({ id, kind, children }: FromWishProps) {
  const t = useT();
  const { data, error } = wishes.useOne(id);
  if (!data && !error) return null;
  const became = (target: number) =>
    void act(() => callWish<WishDetails>(id, "/links", { body: { kind, id: target } }), {
      failed: t("wishes.link_failed"),
    });
  return children(data ? { title: data.title, description: data.description } : null, became);
}
