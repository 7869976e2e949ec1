import contractsDa from "../../../../web/features/contracts/contracts.da.json" with { type: "json" };
import contractsEn from "../../../../web/features/contracts/contracts.en.json" with { type: "json" };
import eventsDa from "../../../../web/features/events/events.da.json" with { type: "json" };
import eventsEn from "../../../../web/features/events/events.en.json" with { type: "json" };
import nextDa from "../../../../web/features/events/next.da.json" with { type: "json" };
import nextEn from "../../../../web/features/events/next.en.json" with { type: "json" };
import leaveDa from "../../../../web/features/leave/leave.da.json" with { type: "json" };
import leaveEn from "../../../../web/features/leave/leave.en.json" with { type: "json" };
import shipsDa from "../../../../web/features/ships/ships.da.json" with { type: "json" };
import shipsEn from "../../../../web/features/ships/ships.en.json" with { type: "json" };
import wishesDa from "../../../../web/features/wishes/wishes.da.json" with { type: "json" };
import wishesEn from "../../../../web/features/wishes/wishes.en.json" with { type: "json" };
import frameDa from "../../../../web/lib/i18n/frame.da.json" with { type: "json" };
import frameEn from "../../../../web/lib/i18n/frame.en.json" with { type: "json" };

/** The texts of the web app. */
export const WEB = {
  en: { ...contractsEn, ...eventsEn, ...nextEn, ...leaveEn, ...shipsEn, ...wishesEn, ...frameEn },
  da: { ...contractsDa, ...eventsDa, ...nextDa, ...leaveDa, ...shipsDa, ...wishesDa, ...frameDa },
};
export type WebText = keyof typeof WEB.en;
