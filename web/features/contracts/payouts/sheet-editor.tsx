import { type ReactNode, useId, useState } from "react";
import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";
import {
  CREW_LIMIT,
  type Payout,
  SPLIT_MODES,
} from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { ApiError, errorText } from "../../../lib/api.ts";
import { focusBack } from "../../../lib/focus.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { staleRecord } from "../../../lib/resource.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { TrashIcon } from "../../../ui/icons.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { AddPerson } from "./add-person.tsx";
import { CrewTable } from "./crew-table.tsx";
import { useSheetDraft } from "./drafts.ts";
import { ButtonOf, NumberField, useNameOf } from "./parts.tsx";
import { payouts } from "./payouts.api.ts";
import { ProblemLine } from "./problem.tsx";
import {
  computeSheet,
  decimalsOf,
  inMode,
  inputOf,
  isSameSheet,
  keyOf,
  mostOf,
  newPerson,
  type Person,
  type Sheet,
  sheetOf,
  spentBy,
  spentOutside,
} from "./sheet.ts";

/** How the pay is split, written in place and saved by a button; what is typed stays until it is saved or discarded. */
export function SheetEditor(props: {
  contract: Contract;
  payout: Payout;
  notesOf: (userId: number | null) => (string | null | false)[];
  /** The reader's own choice in their line. */
  donate: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { user } = useUser();
  const { contract, payout, donate } = props;
  const { contractId, currency } = payout;
  const [draft, keep] = useSheetDraft(user?.id ?? 0, contractId);
  const addId = useId();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Payout | null>(null);
  const payers = usePayers(contract, payout, draft?.sheet.people ?? []);
  const stored = sheetOf(payout, format.number);
  const sheet = draft?.sheet ?? stored;
  const { mode, people } = sheet;
  const { rows, problem } = computeSheet(payout.pay, sheet, (each) => spentBy(payout.expenses, each));

  const change = (next: Sheet) => {
    const base = draft?.base ?? stored;
    const isBack = JSON.stringify(next) === JSON.stringify(base);
    keep(isBack ? null : { sheet: next, base, version: draft?.version ?? payout.version });
    setError(null);
  };
  const set = (key: string, values: Partial<Person>) =>
    change({ ...sheet, people: people.map((each) => (each.key === key ? { ...each, ...values } : each)) });

  const save = async (version: number): Promise<void> => {
    const input = inputOf(sheet);
    if (!draft || !input) return;
    setIsSaving(true);
    setError(null);
    try {
      await payouts.save(contractId, { ...input, version });
      keep(null);
      setConflict(null);
    } catch (failed) {
      const current = staleRecord<Payout>(failed);
      // Something else of the payout changed, such as a share that was given away.
      if (current && version < current.version && isSameSheet(sheetOf(current, format.number), draft.base))
        return save(current.version);
      if (current) setConflict(current);
      else setError(sentencesOf(failed));
    } finally {
      setIsSaving(false);
    }
  };

  if (conflict && draft) {
    const texts = (each: Sheet) => ({
      mode: t(`payouts.mode.${each.mode}`),
      payer: payers.find(({ key }) => key === each.payer)?.name ?? t("payouts.nobody"),
      people: each.people
        .map(({ name, value }) => (each.mode === "equal" ? name : `${name}: ${value}`))
        .join("\n"),
    });
    return (
      <ConflictPanel<ReturnType<typeof texts>, "mode" | "payer" | "people">
        name={t("payouts.split_of", { title: contract.title })}
        base={texts(draft.base)}
        patch={texts(draft.sheet)}
        current={texts(sheetOf(conflict, format.number))}
        pending={isSaving}
        labels={{ mode: t("payouts.mode"), payer: t("payouts.payer"), people: t("payouts.crew") }}
        textOf={(_, text) => text}
        onKeepMine={() => void save(conflict.version)}
        onTakeTheirs={() => {
          keep(null);
          setConflict(null);
        }}
      />
    );
  }
  return (
    <div className="grid gap-3.5">
      <div inert={isSaving} className="grid gap-3.5">
        <div className="flex flex-wrap gap-3">
          <Field label={t("payouts.mode")} className="w-44 max-md:flex-1">
            <Select
              size="m"
              value={mode}
              onChange={({ target }) =>
                change(inMode(sheet, target.value as Sheet["mode"], rows, format.number))
              }
            >
              {SPLIT_MODES.map((each) => (
                <option key={each} value={each}>
                  {t(`payouts.mode.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("payouts.payer")} className="w-56 max-md:flex-1">
            <Select
              size="m"
              value={sheet.payer ?? ""}
              onChange={({ target }) => change({ ...sheet, payer: target.value || null })}
            >
              {sheet.payer === null ? <option value="">{t("payouts.choose_payer")}</option> : null}
              {payers.map(({ key, userId, name }) => (
                <option key={key} value={key}>
                  {nameOf({ userId, name })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <CrewTable
          label={t("payouts.crew")}
          mode={mode}
          rows={people.map((each, at) => ({
            ...(rows[at] ?? { value: null, holds: null, expenses: null, share: null, receives: null }),
            key: each.key,
            userId: each.userId,
            name: each.name,
            avatarUrl: each.avatarUrl,
            notes: [
              ...props.notesOf(each.userId),
              each.donates && !(donate && each.userId === user?.id) && t("payouts.donates"),
              Boolean(rows[at]?.holds) && t("payouts.holds_some", { amount: rows[at]?.holds ?? 0 }),
            ],
            below: each.userId !== null && each.userId === user?.id ? donate : null,
          }))}
          fields={{
            value: ({ key, name }) => (
              <NumberField
                label={t("payouts.value_of", { value: t(`payouts.column.${mode}`), name })}
                text={people.find((each) => each.key === key)?.value ?? ""}
                decimals={decimalsOf(mode)}
                most={mostOf(mode)}
                className={mode === "fixed" ? "w-28! max-md:w-24!" : "w-[68px]! max-md:w-14!"}
                onChange={(value) => set(key, { value })}
              />
            ),
            more: ({ key, name }) => (
              <More
                person={people.find((each) => each.key === key)}
                name={name}
                onChange={(values) => set(key, values)}
                onRemove={() => {
                  change({ ...sheet, people: people.filter((each) => each.key !== key) });
                  focusBack(document.getElementById(addId));
                }}
              />
            ),
          }}
        />
        {people.length < CREW_LIMIT ? (
          <AddPerson
            id={addId}
            people={people}
            onAdd={(who) => change({ ...sheet, people: [...people, newPerson(mode, who)] })}
          />
        ) : null}
      </div>
      <ProblemLine problem={problem} currency={currency} outside={spentOutside(payout.expenses, people)} />
      {error ? (
        <p role="alert" className="text-stop">
          {error}
        </p>
      ) : null}
      {draft ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            pending={isSaving}
            reason={
              people.length === 0
                ? t("payouts.problem.nobody")
                : !inputOf(sheet) && t("payouts.problem.invalid")
            }
            onClick={() => void save(draft.version)}
          >
            {t("payouts.save")}
          </Button>
          <Button variant="quiet" onClick={() => !isSaving && keep(null)}>
            {t("payouts.discard")}
          </Button>
          <span className="hint">{t("payouts.unsaved")}</span>
        </div>
      ) : null}
    </div>
  );
}

/** What an error says, with what it says of single lines. */
function sentencesOf(error: unknown): string {
  const lines = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return [...new Set([errorText(error), ...lines])].join(" ");
}

/** What else there is to say of a person: what they hold already, a guest's gift, and their way out. */
function More(props: {
  person: Person | undefined;
  name: string;
  onChange: (values: Partial<Person>) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { person, name, onChange, onRemove } = props;
  if (!person) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <span className="flex items-center gap-2">
        <span className="hint" aria-hidden="true">
          {t("payouts.holds")}
        </span>
        <NumberField
          label={t("payouts.value_of", { value: t("payouts.holds"), name })}
          text={person.holds}
          className="w-28!"
          onChange={(holds) => onChange({ holds })}
        />
      </span>
      {person.userId === null ? (
        <Switch
          label={t("payouts.donate_guest")}
          of={name}
          checked={person.donates}
          onChange={(donates) => onChange({ donates })}
        />
      ) : null}
      <ButtonOf label={t("payouts.remove")} of={name} icon={<TrashIcon />} onClick={onRemove} />
    </div>
  );
}

type Payer = { key: string; userId: number | null; name: string };

/** Users who can have the money to begin with: the crew, the poster, the reader, and who has it now. */
function usePayers(contract: Contract, payout: Payout, people: readonly Person[]): Payer[] {
  const { user } = useUser();
  const users = [
    { userId: payout.payer, name: payout.payerName ?? "" },
    ...payout.lines,
    ...people,
    ...[contract.postedByMember, contract.assignee, user].flatMap((each) =>
      each ? [{ userId: "userId" in each ? each.userId : each.id, name: each.displayName }] : [],
    ),
  ];
  const byKey = new Map(
    users.flatMap(({ userId, name }) =>
      userId === null ? [] : [[keyOf(userId), { userId, name }] as const],
    ),
  );
  return [...byKey].map(([key, who]) => ({ key, ...who }));
}
