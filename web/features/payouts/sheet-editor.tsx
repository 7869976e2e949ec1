import { type ReactNode, Suspense, useId, useState } from "react";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import { CREW_LIMIT, type Payout } from "../../../worker/features/payouts/payouts.schema.ts";
import { useTyped } from "../../lib/address.ts";
import { errorText } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { takePeople } from "../attendance/index.ts";
import { useActiveMembers } from "../members/index.ts";
import { CrewTable } from "./crew-table.tsx";
import { useSheetDraft } from "./drafts.ts";
import { ModeField, ProblemLine, useNameOf } from "./parts.tsx";
import { payouts } from "./payouts.api.ts";
import {
  computeSheet,
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
  withPresent,
} from "./sheet.ts";

/** Value of the option that adds a guest. */
const GUEST = -1;

/** Edits how the pay is split; a button saves it, and the typed values stay until they are saved or discarded. */
export function SheetEditor(props: {
  contract: Contract;
  payout: Payout;
  notesOf: (userId: number | null) => string | false;
  /** The reader's own option in their line. */
  donate: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { user } = useUser();
  const { contract, payout, donate } = props;
  const { contractId, currency } = payout;
  const { draft, editing } = useSheetDraft(contractId);
  const state = editing.stateOf(contractId);
  const addId = useId();
  const readsEvents = useCan("events.read");
  const payers = payersOf(contract, payout, draft?.sheet.people ?? [], user);
  const stored = sheetOf(payout);
  const sheet = draft?.sheet ?? stored;
  const { mode, people } = sheet;
  const { rows, problem } = computeSheet(payout.pay, sheet, (each) => spentBy(payout.expenses, each));

  const change = (next: Sheet) => {
    const base = draft?.base ?? stored;
    const text = JSON.stringify({ sheet: next, base });
    const isBack = JSON.stringify(next) === JSON.stringify(base);
    editing.type(contractId, { text, version: draft?.version ?? payout.version }, isBack);
    editing.settle(contractId);
  };
  const setPeople = (next: Person[]) => change({ ...sheet, people: next });

  const discard = () => editing.discard(contractId);
  const save = (over?: number) => {
    const input = inputOf(sheet);
    if (!draft || !input) return;
    void editing.save(contractId, {
      over,
      send: (_, version) => payouts.save(contractId, { ...input, version }),
      // Another part of the payout changed, such as a share that was donated.
      isHarmless: (current) => isSameSheet(sheetOf(current), draft.base),
    });
  };
  const isSaving = state?.kind === "saving";
  if (state?.kind === "clash" && draft) {
    const { current } = state;
    const texts = (each: Sheet) => ({
      mode: t(`payouts.mode.${each.mode}`),
      payer: payers.find(({ key }) => key === each.payer)?.name ?? t("payouts.nobody"),
      people: each.people
        .map(({ name, value }) => (each.mode === "equal" ? name : `${name}: ${format.number(Number(value))}`))
        .join("\n"),
    });
    return (
      <ConflictPanel<ReturnType<typeof texts>, "mode" | "payer" | "people">
        name={t("payouts.split_of", { title: contract.title })}
        base={texts(draft.base)}
        patch={texts(draft.sheet)}
        current={texts(sheetOf(current))}
        labels={{ mode: t("payouts.mode"), payer: t("payouts.payer"), people: t("payouts.crew") }}
        textOf={(_, text) => text}
        onKeepMine={() => save(current.version)}
        onTakeTheirs={discard}
      />
    );
  }
  return (
    <div className="grid gap-3.5">
      <div inert={isSaving} className="grid gap-3.5">
        <div className="flex flex-wrap gap-3">
          <ModeField
            className="w-44 max-md:flex-1"
            size="m"
            mode={mode}
            onChange={(next) => change(inMode(sheet, next, rows))}
          />
          <SelectField
            label={t("payouts.payer")}
            className="w-56 max-md:flex-1"
            size="m"
            value={sheet.payer ?? ""}
            empty={sheet.payer === null && t("payouts.choose_payer")}
            options={payers.map(({ key, ...who }) => ({ value: key, label: nameOf(who) }))}
            onChange={({ target }) => change({ ...sheet, payer: target.value || null })}
          />
        </div>
        <CrewTable
          label={t("payouts.crew")}
          mode={mode}
          rows={rows.map((row) => ({
            ...row,
            notes: [
              props.notesOf(row.userId),
              row.donates && !(donate && row.userId === user?.id) && t("payouts.donates"),
              row.holds ? t("payouts.holds_some", { amount: row.holds }) : null,
            ],
            below: row.userId === user?.id ? donate : null,
          }))}
          editing={{ people, onChange: setPeople, most: mostOf(mode), addId }}
        />
        <div className="flex flex-wrap items-center gap-3">
          {people.length < CREW_LIMIT ? (
            <AddPerson
              id={addId}
              people={people}
              onAdd={(who) => setPeople([...people, newPerson(mode, who)])}
            />
          ) : null}
          {readsEvents ? (
            <Suspense>
              <takePeople.View onTake={(present) => setPeople(withPresent(sheet, present))} />
            </Suspense>
          ) : null}
        </div>
      </div>
      <ProblemLine problem={problem} currency={currency} outside={spentOutside(payout.expenses, people)} />
      {state?.kind === "failed" ? (
        <p role="alert" className="text-stop">
          {errorText(state.failure)}
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
            onClick={() => save()}
          >
            {t("payouts.save")}
          </Button>
          <Button variant="quiet" onClick={() => !isSaving && discard()}>
            {t("payouts.discard")}
          </Button>
          <span className="hint">{t("payouts.unsaved")}</span>
        </div>
      ) : null}
    </div>
  );
}

/** Users who can hold the money first: the present payer, the crew, the poster, the assignee and the reader. */
function payersOf(
  contract: Contract,
  payout: Payout,
  people: readonly Person[],
  reader: ReturnType<typeof useUser>["user"],
) {
  const named = [contract.postedByMember, contract.assignee, reader && { ...reader, userId: reader.id }];
  const payers = [
    { userId: payout.payer, name: payout.payerName ?? "" },
    ...payout.lines,
    ...people,
    ...named.flatMap((each) => (each ? [{ userId: each.userId, name: each.displayName }] : [])),
  ]
    .filter(({ userId }) => userId !== null)
    .map(({ userId, name }) => ({ key: keyOf(userId), userId, name }));
  return [...new Map(payers.map((each) => [each.key, each])).values()];
}

/** Adds a member of the organization, or a guest by the typed name. */
function AddPerson(props: {
  id: string;
  people: readonly Person[];
  onAdd: (who: Pick<Person, "userId" | "name" | "avatarUrl">) => void;
}) {
  const t = useT();
  const { people, onAdd } = props;
  const [q, setQ] = useState("");
  const { typed, type } = useTyped(q, setQ);
  const { data: members = [] } = useActiveMembers(q);
  const name = typed.trim().replace(/\s+/g, " ");
  const isKnown = people.some(
    (each) => each.userId === null && each.name.toLowerCase() === name.toLowerCase(),
  );
  const options = [
    ...members
      .filter(({ userId }) => !people.some((each) => each.userId === userId))
      .map(({ userId, displayName }) => ({ value: userId, label: displayName })),
    ...(name && !isKnown ? [{ value: GUEST, label: t("payouts.add_guest", { name }) }] : []),
  ];
  const add = (value: number | null) => {
    const member = members.find(({ userId }) => userId === value);
    if (member) onAdd({ userId: member.userId, name: member.displayName, avatarUrl: member.avatarUrl });
    else if (value === GUEST) onAdd({ userId: null, name, avatarUrl: null });
  };
  return (
    <Field
      id={props.id}
      label={<span className="sr-only">{t("payouts.add")}</span>}
      className="max-w-[340px] flex-1 basis-60"
    >
      <Combobox
        label={t("payouts.add")}
        value={null}
        options={options}
        onChange={add}
        onType={type}
        placeholder={t("payouts.add_placeholder")}
        emptyText={t(isKnown ? "payouts.add_known" : "payouts.add_none")}
      />
    </Field>
  );
}
