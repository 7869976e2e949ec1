import { defineAudit } from "../../../lib/audit.ts";
import { defineErrors } from "../../../lib/errors.ts";

const ofOne = (en: string, da: string) => ({ audience: "private", en, da }) as const;

/** Money is between those who take part. */
export const payoutAudit = defineAudit({
  "payout.split": ofOne("{actor} changed the split of {subject}", "{actor} ændrede fordelingen af {subject}"),
  "payout.locked": ofOne(
    "{actor} approved the split of {subject}",
    "{actor} godkendte fordelingen af {subject}",
  ),
  "payout.unlocked": ofOne(
    "{actor} took the approval of the split of {subject} back",
    "{actor} trak godkendelsen af fordelingen af {subject} tilbage",
  ),
  "payout.expense": ofOne(
    "{actor} added an expense of {amount} to {subject}",
    "{actor} tilføjede en udgift på {amount} til {subject}",
  ),
  "payout.expense_approved": ofOne(
    "{actor} approved an expense of {amount} of {subject}",
    "{actor} godkendte en udgift på {amount} i {subject}",
  ),
  "payout.expense_declined": ofOne(
    "{actor} declined an expense of {amount} of {subject}",
    "{actor} afviste en udgift på {amount} i {subject}",
  ),
  "payout.expense_removed": ofOne(
    "{actor} removed an expense of {amount} from {subject}",
    "{actor} fjernede en udgift på {amount} fra {subject}",
  ),
  "payout.sent": ofOne(
    "{actor} sent {amount} to {receiver} for {subject}",
    "{actor} sendte {amount} til {receiver} for {subject}",
  ),
  "payout.unsent": ofOne(
    "{actor} took back that {amount} was sent to {receiver} for {subject}",
    "{actor} trak tilbage, at {amount} er sendt til {receiver} for {subject}",
  ),
  "payout.confirmed": ofOne(
    "{actor} confirmed {amount} to {receiver} for {subject}",
    "{actor} bekræftede {amount} til {receiver} for {subject}",
  ),
});

export const payoutErrors = defineErrors({
  payout_locked: {
    status: 409,
    en: "The split is approved and stays as it is. Take the approval back first, while nothing is sent.",
    da: "Fordelingen er godkendt og bliver, som den er. Træk godkendelsen tilbage først, mens intet er sendt.",
  },
});
