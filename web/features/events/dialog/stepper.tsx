import { useT } from "../../../lib/i18n/i18n.ts";
import { type FieldNumber, fieldNumber, numberOf } from "../../../lib/number.ts";
import { IconButton } from "../../../ui/button.tsx";
import { MinusIcon, PlusIcon } from "../../../ui/icons.tsx";
import { NumberInput } from "../../../ui/number-field.tsx";

/** A whole number that is typed, or changed by one. */
export function Stepper(props: {
  /** What is counted; the name of the field. */
  label: string;
  value: FieldNumber;
  onChange: (value: FieldNumber) => void;
  least: number;
  most: number;
  isWrong?: boolean;
}) {
  const t = useT();
  const { label, value, onChange, least, most, isWrong } = props;
  const read = numberOf(value);
  const number = read === null || Number.isNaN(read) ? least : read;
  const step = (by: number) => onChange(fieldNumber(Math.min(most, Math.max(least, number + by))));
  const side = "size-9 flex-none rounded-none border-0";
  return (
    <span className="inline-flex h-[38px] items-center overflow-clip rounded-c border border-edge bg-deck focus-within:border-ice">
      <IconButton
        label={t("event_form.fewer", { what: label })}
        icon={<MinusIcon />}
        className={side}
        reason={number <= least ? t("event_form.least", { least }) : null}
        onClick={() => step(-1)}
      />
      <NumberInput
        aria-label={label}
        value={value}
        onChange={onChange}
        most={most}
        className="h-9 w-11 rounded-none border-0 bg-transparent px-0! text-center!"
        {...(isWrong ? { "aria-invalid": true } : {})}
      />
      <IconButton
        label={t("event_form.more", { what: label })}
        icon={<PlusIcon />}
        className={side}
        reason={number >= most ? t("event_form.most", { most }) : null}
        onClick={() => step(1)}
      />
    </span>
  );
}
