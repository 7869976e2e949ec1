import * as z from "zod/mini";
import { CURRENCIES } from "../../../../worker/features/contracts/contracts.schema.ts";
import { DEFAULT_FEE_RATE, feeOf } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { createDrafts } from "../../../lib/drafts.ts";
import { attempt } from "../../../lib/storage.ts";
import { readNumber } from "./numbers.ts";
import {
  computeSheet,
  newPerson,
  type Person,
  paymentsOf,
  type Row,
  type Sheet,
  sheetShape,
} from "./sheet.ts";

const shape = z.object({ sum: z.string(), currency: z.enum(CURRENCIES), fee: z.string(), sheet: sheetShape });

/** What was typed into the split calculator. The sheet's payer is null where the money is with none of its people. */
export type Calculation = z.infer<typeof shape>;

/** The highest fee that can be typed, in percent. */
export const MOST_FEE = 100;

const stored = createDrafts("split-calculator", z.object({ text: z.string(), version: z.number() }));

/** The calculation that a user left in this browser, null without one. */
export function readCalculation(userId: number): Calculation | null {
  const draft = stored.read(userId, 0);
  return draft && attempt(() => shape.parse(JSON.parse(draft.text)), null);
}

/** Keeps a calculation for the user's next visit, or with null forgets it. */
export function keepCalculation(userId: number, calculation: Calculation | null): void {
  if (calculation) stored.keep(userId, 0, { text: JSON.stringify(calculation), version: 0 });
  else stored.drop(userId, 0);
}

/** A person of the calculator, where everybody is known by name alone. */
export const newName = (mode: Sheet["mode"], name = ""): Person =>
  newPerson(mode, { userId: null, name, avatarUrl: null });

/** A new calculation, for the user and one more person. */
export function newCalculation(name: string, textOf: (value: number) => string): Calculation {
  const people = [newName("equal", name), newName("equal")];
  const sheet: Sheet = { mode: "equal", payer: people[0]?.key ?? null, people };
  return { sum: "", currency: "aUEC", fee: textOf(DEFAULT_FEE_RATE / 100), sheet };
}

/** A payment between two of the people, null for somebody else. */
export type NamedPayment = { from: Row | null; to: Row | null; amount: number; fee: number };

/** What everybody gets, and who pays whom with what fee; nobody pays while it cannot be split. */
export function resultOf({ sum: text, fee: feeText, sheet }: Calculation) {
  const sum = readNumber(text);
  const fee = readNumber(feeText, 2, MOST_FEE);
  const { rows, problem } = computeSheet(sum, sheet);
  const wrong = problem ?? (fee === null ? ({ reason: "invalid" } as const) : null);
  const at = rows.findIndex(({ key }) => key === sheet.payer);
  const payments: NamedPayment[] =
    wrong || sum === null || fee === null
      ? []
      : paymentsOf(rows, at < 0 ? rows.length : at).map(({ from, to, amount }) => ({
          from: rows[from] ?? null,
          to: rows[to] ?? null,
          amount,
          fee: feeOf(amount, Math.round(fee * 100)),
        }));
  return { sum, rows, problem: wrong, payments };
}
