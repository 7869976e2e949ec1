import { use } from "react";
import { Placed } from "../../lib/placed.ts";
import { ALL_NOTICES } from "./address.ts";

/** The icon of the page that a need or notice opens. */
export function PageIcon({ opens }: { opens: string | null }) {
  const Icon = use(Placed).iconAt(opens ?? ALL_NOTICES);
  return Icon ? <Icon size={16} /> : null;
}
