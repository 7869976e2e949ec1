import { useState } from "react";
import {
  mergeInput,
  type Prospect,
  RESTORE_DAYS,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import { prospects } from "../prospects.api.ts";
import { merge } from "./corrections.api.ts";

type Person = Pick<Prospect, "id" | "displayName" | "username">;
type Keep = "this" | "other";

/** Prospects that a search offers. */
const OFFERED = 20;

/** Merges a prospect with another one, which is chosen here unless it is suggested. */
export function MergeDialog(props: {
  prospect: Prospect;
  suggested: Person | null;
  /** The suggested one is the Discord account of the prospect. */
  isLink: boolean;
  /** Called with the prospect that stays. */
  onMerged: (kept: Prospect) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { prospect, suggested, isLink, onMerged, onClose } = props;
  const [base] = useState(prospect);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Person | null>(suggested);
  const { list } = prospects.useList({ q: typed || base.displayName }, { size: OFFERED });
  const others: readonly Person[] = (list?.items ?? []).filter(({ id }) => id !== base.id);
  const offered = chosen && !others.some(({ id }) => id === chosen.id) ? [chosen, ...others] : others;
  const nameOf = ({ displayName, username }: Person) => `${displayName} · @${username}`;
  return (
    <FormDialog
      title={t(isLink ? "prospect.sign_in.link_discord" : "prospect.merge.title")}
      description={t(isLink ? "prospect.merge.link_text" : "prospect.merge.text", { days: RESTORE_DAYS })}
      confirmLabel={t(isLink ? "prospect.sign_in.link_discord" : "prospect.merge.confirm")}
      schema={mergeInput}
      defaults={{ otherId: suggested?.id ?? null, keep: "this" as Keep }}
      inputOf={({ otherId }) => ({ otherId })}
      reasonOf={({ otherId }) => (otherId === null ? t("prospect.assign.choose_first") : null)}
      failure={{ title: t("prospect.failed") }}
      onSubmit={async (_, { keep }) => {
        if (!chosen) return false;
        onMerged(await (keep === "this" ? merge(base, chosen) : merge(chosen, base)));
        return true;
      }}
      onClose={onClose}
      // Room for the list of people.
      className={suggested ? "grid gap-4" : "grid min-h-[300px] content-start gap-4"}
    >
      {(form) => (
        <>
          {suggested ? null : (
            <Field
              label={t("prospect.merge.search")}
              required
              error={form.errorOf("otherId", t("prospect.assign.choose_first"))}
            >
              <Combobox
                label={t("prospect.merge.search")}
                value={chosen?.id ?? null}
                options={offered.map((each) => ({ value: each.id, label: nameOf(each) }))}
                onType={setTyped}
                onChange={(id) => {
                  setChosen(offered.find((each) => each.id === id) ?? null);
                  form.set("otherId", id);
                }}
                placeholder={t("prospect.search")}
                emptyText={t("prospect.no_match")}
              />
            </Field>
          )}
          {chosen ? (
            <div>
              <p className="mb-[5px] text-md text-ink-2">{t("prospect.merge.keep")}</p>
              <SegmentedRadio<Keep>
                {...form.bind("keep")}
                label={t("prospect.merge.keep")}
                options={[
                  { value: "this", label: base.displayName },
                  { value: "other", label: chosen.displayName },
                ]}
              />
              <p className="mt-1.5 hint">{t("prospect.merge.keep_hint")}</p>
            </div>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
