import { Fragment, type ReactNode } from "react";
import { textIn } from "../../../worker/features/forms/forms.schema.ts";
import type { ChangeSummary } from "../../../worker/features/forms/records.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";

/** Questions that are named; more of them are counted. */
const NAMED = 2;

/** What a version changed, in parts that are parted by commas: "Headset added, one question moved". */
export function changeWords(t: Translate, changes: ChangeSummary, language: Language): ReactNode[] {
  const { added, removed, reworded, altered, moved, sections } = changes;
  const named = (all: ChangeSummary["added"], kind: "added" | "removed") =>
    all.length > NAMED
      ? [t(`forms.changed.${kind}_many`, { count: all.length })]
      : all.map((words) => {
          const { text, language: own } = textIn(words, language);
          const name = text || t("forms.no_label");
          return t.rich(`forms.changed.${kind}`, {
            name: kind === "added" ? <b lang={own}>{name}</b> : <s lang={own}>{name}</s>,
          });
        });
  const counted = (kind: "reworded" | "altered" | "moved" | "sections", count: number) =>
    count > 0 ? [t(`forms.changed.${kind}`, { count })] : [];
  const parts: ReactNode[] = [
    ...named(added, "added"),
    ...counted("reworded", reworded),
    ...counted("altered", altered),
    ...counted("moved", moved),
    ...counted("sections", sections),
    ...named(removed, "removed"),
  ];
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and never move
    <Fragment key={at}>
      {at > 0 ? ", " : ""}
      {part}
    </Fragment>
  ));
}
