import { type ReactNode, useEffect, useState } from "react";
import type * as z from "zod/mini";
import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { differences } from "../../../lib/conflict.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { staleRecord } from "../../../lib/resource.ts";
import { Button } from "../../../ui/button.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { BOT_FIELDS, BotField } from "../bot-field.tsx";
import { bots } from "../bots.api.ts";

type Name = Exclude<keyof typeof BOT_FIELDS, "token">;
type Values = Record<Name, string>;

/**
 * Some of a bot's settings. The form follows the bot until something is typed; from then on what another user makes of
 * the same settings is compared with it.
 */
export function SettingsForm(props: {
  bot: Bot;
  names: readonly Name[];
  /** In place of the field's own. */
  label?: string;
  hint?: string | null;
  /** The call's path after the bot's own. */
  call?: string;
  schema: z.ZodMiniType<object>;
  onSaved: (bot: Bot) => void;
  /** Why the reader may not save; false where there is nothing to save with. */
  blocked: string | false | null;
  /** Beside the button that saves. */
  beside?: ReactNode;
}) {
  const t = useT();
  const { bot, names, label, hint, call = "", blocked } = props;
  const ofNames = (textOf: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Values;
  const valuesOf = (of: Bot) => ofNames((name) => of[name] ?? "");
  /** What the form was filled from. */
  const [base, setBase] = useState(bot);
  const fill = (from: Bot) => {
    setBase(from);
    form.reset(valuesOf(from));
  };
  const wantedOf = (values: Values): Partial<Bot> =>
    Object.fromEntries(
      names
        .map((name) => [name, values[name].trim() || null] as const)
        .filter(([name, value]) => value !== (base[name] || null)),
    );
  const form = useSendForm({
    schema: props.schema,
    defaults: valuesOf(bot),
    inputOf: wantedOf,
    failure: { title: t("bots.failed") },
    onSubmit: async (body, values) => {
      try {
        const saved = await bots.edit(bot, { call, body, patch: wantedOf(values) });
        fill(saved);
        props.onSaved(saved);
      } catch (error) {
        const current = staleRecord<Bot>(error);
        // The panel asks about these settings; others make no difference to them.
        if (!current || differences(names, base, {}, current).length === 0) throw error;
      }
    },
  });
  const { isDirty, isSubmitting } = form;
  const isForeign = !isSubmitting && differences(names, base, {}, bot).length > 0;
  const isAsking = isForeign && isDirty;
  useEffect(() => {
    if (bot === base || isSubmitting || isAsking) return;
    if (isForeign) fill(bot);
    else setBase(bot);
  });
  const reason = blocked || (isAsking ? t("conflict.title") : isDirty ? null : t("bots.settings.no_change"));
  return (
    <FormBody
      form={form}
      isBlocked={reason !== null}
      buttons={
        <>
          {isAsking ? (
            <ConflictPanel
              name={base.name}
              base={base}
              patch={wantedOf(form.parts.values)}
              current={bot}
              labels={ofNames((name) => label ?? t(BOT_FIELDS[name].texts))}
              textOf={(_name, value) => value || t("bots.card.none")}
              onKeepMine={form.submit}
              onTakeTheirs={() => fill(bot)}
            />
          ) : null}
          <div className="flex flex-wrap gap-2">
            {blocked === false ? null : (
              <Button type="submit" reason={reason} pending={isSubmitting}>
                {t("action.save")}
              </Button>
            )}
            {props.beside}
          </div>
        </>
      }
    >
      {(parts) =>
        names.map((name) => (
          <BotField
            key={name}
            form={parts}
            name={name}
            label={label}
            hint={hint}
            required={name === "name" || (name === "inviteUrl" && blocked === null)}
            readOnly={blocked !== null}
          />
        ))
      }
    </FormBody>
  );
}
