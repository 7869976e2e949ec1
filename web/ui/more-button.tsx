import type { ComponentProps } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { MoreIcon } from "./icons.tsx";

/** Opens the places that the bar on phones has no room for. */
export function MoreButton(props: ComponentProps<"button">) {
  const t = useT();
  return (
    <button type="button" {...props}>
      <MoreIcon size={21} />
      {t("nav.more")}
    </button>
  );
}
