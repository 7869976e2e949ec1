import * as z from "zod/mini";
import { CURRENCIES } from "../../../worker/features/contracts/contracts.schema.ts";
import { DEFAULT_FEE_RATE, feeOf } from "../../../worker/features/payouts/payouts.schema.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { fieldNumber } from "../../lib/number.ts";
import {
  computeSheet,
  heldText,
  newPerson,
  paymentsOf,
  readNumber,
  type Sheet,
  sheetShape,
} from "./sheet.ts";

const shape = z.object({ sum: heldText, currency: z.enum(CURRENCIES), fee: heldText, sheet: sheetShape });

/** The typed values of the split calculator. The sheet's payer is null when a person outside of the crew has the money. */
export type Calculation = z.infer<typeof shape>;

/** The highest fee that can be typed, in percent. */
export const MOST_FEE = 100;

/** The calculation that a user left in this browser; its record is 0. */
const drafts = createContentDrafts("split-calculator", shape);

export const readCalculation = (userId: number): Calculation | null => drafts.read(userId, 0);

/** Keeps a calculation for the user's next visit, or with null removes it. */
export const keepCalculation = (userId: number, calculation: Calculation | null) =>
  drafts.keep(userId, 0, calculation && shape.parse(calculation));

export const newName = (mode: Sheet["mode"], name = "") =>
  newPerson(mode, { userId: null, name, avatarUrl: null });

export function newCalculation(name: string): Calculation {
  const people = [newName("equal", name), newName("equal")];
  const sheet: Sheet = { mode: "equal", payer: people[0]?.key ?? null, people };
  return { sum: "", currency: "aUEC", fee: fieldNumber(DEFAULT_FEE_RATE / 100), sheet };
}

/** The shares, and the payments with their fees, none while the sum cannot be split; null is a person outside of the crew. */
export function resultOf({ sum: text, fee: feeText, sheet }: Calculation) {
  const sum = readNumber(text);
  const fee = readNumber(feeText, 2, MOST_FEE);
  const { rows, problem } = computeSheet(sum, sheet);
  const wrong = problem ?? (fee === null ? ({ reason: "invalid" } as const) : null);
  const at = rows.findIndex(({ key }) => key === sheet.payer);
  const payments =
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
