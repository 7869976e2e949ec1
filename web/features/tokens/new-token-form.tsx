import { makeTokenInput, TOKEN_NAME_LENGTH } from "../../../worker/features/tokens/tokens.schema.ts";
import { byCategory } from "../../lib/by-category.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { makeToken, type NewToken, type OwnTokens } from "./tokens.api.ts";

/** Days that a token lasts. */
const DAYS = ["30", "90", "365"] as const;

/** As many permissions are shown unfolded. */
const FEW = 8;

type Permissions = OwnTokens["permissions"];
export type NewTokenProps = { permissions: Permissions; onMade: (made: NewToken) => void };
type Values = { name: string; days: (typeof DAYS)[number]; permissions: string[] };
const DEFAULTS: Values = { name: "", days: "90", permissions: [] };

/** The permissions that a token can be given, by category. */
function PermissionField(props: {
  permissions: Permissions;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}) {
  const t = useT();
  const language = useLanguage();
  const { permissions, value, onChange, error } = props;
  const boxOf = ({ id, name }: Permissions[number]) => (
    <li key={id} className="flex min-h-7 items-center gap-2">
      <Checkbox
        label={name}
        checked={value.includes(id)}
        onChange={() => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id])}
        className="min-w-0"
      />
      <code className="ml-auto min-w-0 text-right font-mono text-[11px] [overflow-wrap:anywhere] text-ink-3">
        {id}
      </code>
    </li>
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline border-b border-line pb-1.5 text-md text-ink-2">
        {t("tokens.permissions")}
        <span className="figure ml-auto text-sm text-ink-3">
          {t("tokens.chosen", { count: value.length, all: permissions.length })}
        </span>
      </legend>
      {byCategory(permissions, language).map(({ category, label, items }) => {
        const count = items.filter(({ id }) => value.includes(id)).length;
        return (
          <details key={category} open={permissions.length <= FEW || count > 0}>
            <summary className="min-h-7 rounded-s text-md text-ink-2 hover:text-ink">
              {label}{" "}
              <span className="figure text-sm text-ink-3">
                {t("tokens.chosen", { count, all: items.length })}
              </span>
            </summary>
            <ul className="pb-1.5 pl-3">{items.map(boxOf)}</ul>
          </details>
        );
      })}
      {error ? <p className="mt-1.5 text-sm text-stop">{error}</p> : null}
      <p className="mt-2 hint">{t(value.length === 0 ? "tokens.none_chosen" : "tokens.some_chosen")}</p>
    </fieldset>
  );
}

/** A form that makes a token. */
export default function NewTokenForm(props: NewTokenProps) {
  const t = useT();
  const form = useSendForm({
    schema: makeTokenInput,
    defaults: DEFAULTS,
    inputOf: ({ days, ...values }: Values) => ({ ...values, expiresInDays: Number(days) }),
    failure: { title: t("tokens.not_made") },
    onSubmit: async (input) => {
      props.onMade(await makeToken(input));
      form.reset(DEFAULTS);
    },
  });
  return (
    <FormBody
      form={form}
      className="grid gap-4 p-[18px] max-md:px-4"
      buttons={
        <Button type="submit" variant="primary" pending={form.isSubmitting}>
          {t("tokens.create")}
        </Button>
      }
    >
      {({ field, bind }) => (
        <>
          <TextField
            label={t("tokens.name")}
            placeholder={t("tokens.name_hint")}
            autoComplete="off"
            maxLength={TOKEN_NAME_LENGTH}
            required
            {...field("name", t("tokens.name_error"))}
          />
          <div>
            <p className="mb-[5px] text-md text-ink-2" aria-hidden="true">
              {t("tokens.expires")}
            </p>
            <SegmentedRadio
              label={t("tokens.expires")}
              fill
              options={DAYS.map((value) => ({ value, label: t(`tokens.days_${value}`) }))}
              value={bind("days").value}
              onChange={bind("days").onChange}
            />
          </div>
          <PermissionField permissions={props.permissions} {...bind("permissions")} />
        </>
      )}
    </FormBody>
  );
}
