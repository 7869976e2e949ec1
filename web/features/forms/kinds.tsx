import type { ReactNode } from "react";
import {
  charactersOf,
  type Question,
  type QuestionKind,
} from "../../../worker/features/forms/forms.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import {
  AlignIcon,
  ChecksIcon,
  CircleDotIcon,
  HashIcon,
  NoteIcon,
  PersonIcon,
  ShipIcon,
  TextIcon,
  ToggleIcon,
} from "../../ui/icons.tsx";

export const KIND_ICONS: Record<QuestionKind, ReactNode> = {
  short: <TextIcon />,
  long: <AlignIcon />,
  number: <HashIcon />,
  one: <CircleDotIcon />,
  several: <ChecksIcon />,
  yes_no: <ToggleIcon />,
  ship: <ShipIcon />,
  handle: <PersonIcon />,
  text: <NoteIcon />,
};

/** What a question takes, in a few words: "Several of 6". */
export function kindText(t: Translate, question: Question): string {
  const { kind, options = [], ships } = question;
  switch (kind) {
    case "one":
    case "several":
      return t(`forms.is.${kind}`, { count: options.length });
    case "long":
      return t("forms.is.long", { most: charactersOf(question) });
    case "ship":
      return t(ships === "several" ? "forms.is.ships" : "forms.kind.ship");
    default:
      return t(`forms.kind.${kind}`);
  }
}
