import { useState } from "react";
import {
  CORRECTABLE,
  type Correctable,
  type CorrectInput,
  correctInput,
  type Prospect,
  prospectFacts,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { changedValues, formValues, inputValues } from "../../../lib/form-fields.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../../ui/edit-dialog.ts";
import { Fact } from "../../../ui/facts.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { prospects } from "../prospects.api.ts";
import { AlikePeople } from "./alike-people.tsx";
import { FactFields, type FactValues } from "./fact-fields.tsx";

/** The facts that the form changes; null for one that is cleared. */
const changesOf = (before: Prospect, values: FactValues) =>
  changedValues(inputValues(prospectFacts, values), before);

/** Corrects a prospect's facts where they are shown, beginning with the `first`. */
export function FactsForm(props: { prospect: Prospect; first: Correctable; onClose: () => void }) {
  const t = useT();
  const { prospect, onClose } = props;
  // Brings the form into view, too.
  const [begin] = useState(
    () => (section: HTMLElement | null) =>
      section?.querySelector<HTMLElement>(`[name="${props.first}"]`)?.focus(),
  );
  const name = prospect.displayName;
  const labels = CORRECTABLE.map((fact) => [fact, t(`prospect.fact.${fact}`)]);
  const { base, send, dialog } = useEditDialog<Prospect>(prospects, prospect, {
    failed: t("prospect.failed"),
    onSaved: (saved) => toast({ title: t("prospect.facts.saved"), description: saved.displayName }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Prospect, Correctable>
        {...conflict}
        name={name}
        labels={Object.fromEntries(labels) as FactValues}
        textOf={(_, value) => value || t("prospect.empty.fact")}
      />
    ),
  });
  const [before] = useState(base);
  const form = useSendForm<FactValues, CorrectInput>({
    schema: correctInput,
    defaults: formValues(prospectFacts, before),
    inputOf: (values) => changesOf(before, values),
    failure: dialog.failure,
    fieldOfCode: {
      discord_id_taken: "discordId",
      discord_id_removed: "discordId",
      discord_id_fixed: "discordId",
    },
    onSubmit: async (_, values) => {
      const body = changesOf(before, values);
      if (await send({ body, patch: body })) onClose();
    },
  });
  if (dialog.conflict) return <div className="my-2">{dialog.conflict}</div>;
  const { values } = form.parts;
  const isUnchanged = Object.keys(changesOf(before, values)).length === 0;
  const fixed = base.can.correct.includes("discordId")
    ? {}
    : { discordId: t("prospect.facts.discord_fixed", { name }) };
  return (
    <section ref={begin} aria-label={t("prospect.facts.label", { name })} className="my-2">
      <FormBody
        form={form}
        className="grid gap-3.5 sm:grid-cols-2"
        isBlocked={isUnchanged}
        buttons={
          <div className="flex flex-wrap gap-2 sm:col-span-2">
            <Button
              type="submit"
              variant="primary"
              reason={isUnchanged ? t("prospect.blocked.nothing") : null}
              pending={form.isSubmitting}
            >
              {t("action.save")}
            </Button>
            <Button onClick={onClose}>{t("action.cancel")}</Button>
          </div>
        }
      >
        {(parts) => (
          <FactFields
            form={parts}
            fixed={fixed}
            belowNames={
              <AlikePeople
                typed={{ ...typedOf(before, values), except: base.id }}
                className="empty:hidden sm:col-span-2"
              />
            }
          />
        )}
      </FormBody>
    </section>
  );
}

/** The names and accounts that were changed: the others were compared when they were typed. */
const typedOf = (before: Prospect, values: FactValues) =>
  Object.fromEntries(
    (["displayName", "username", "discordId", "starCitizenId"] as const)
      .filter((name) => values[name].trim() !== (before[name] ?? ""))
      .map((name) => [name, values[name].trim()]),
  );

/** The facts that a prospect may lack, in the order of the record. */
const OPTIONAL = ["email", "starCitizenId", "discordId", "referralSource"] as const;

/** The facts that are known, as rows of Facts. */
export function FactsOf({ prospect }: { prospect: Prospect }) {
  const t = useT();
  return OPTIONAL.map((name) => {
    const value = prospect[name];
    return (
      <Fact key={name} label={t(`prospect.fact.${name}`)}>
        {name === "email" && value ? (
          <a className="link" href={`mailto:${value}`}>
            {value}
          </a>
        ) : (
          value
        )}
      </Fact>
    );
  });
}
