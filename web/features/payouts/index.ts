import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

export { MONEY_PATH } from "./money-path.ts";

const texts: Texts = (language) => [import(`./payouts.${language}.json`)];

export const payoutSection = part(() => import("./payout-section.tsx"), texts);
export const payoutAction = part(() => import("./payout-action.tsx"), texts);
export const myMoney = part(() => import("./my-money.tsx"), texts);
export const moneyPanel = part(() => import("./money-panel.tsx"), texts);
export const splitCalculator = part(() => import("./split-calculator.tsx"), texts);
