import { part } from "../../ui/part.tsx";
import { payoutsTexts } from "./texts.ts";

export const payoutSection = part(() => import("./payout-section.tsx"), [payoutsTexts]);
export const payoutAction = part(() => import("./payout-action.tsx"), [payoutsTexts]);
export const myMoney = part(() => import("./my-money.tsx"), [payoutsTexts]);
export const splitCalculator = part(() => import("./split-calculator.tsx"), [payoutsTexts]);
