import { defineAnnouncements } from "../../lib/announcements.ts";

const ofContract = {
  opens: { page: "/tools/contracts?contract={id}", needs: "contracts.read" },
  subject: "contract",
} as const;

export const contractAnnouncements = defineAnnouncements({
  "contract.posted": {
    ...ofContract,
    isCard: true,
    en: { title: "A contract is posted", text: "{by} posted the contract {title}: {pay} {currency}." },
    da: { title: "En kontrakt er slået op", text: "{by} slog kontrakten {title} op: {pay} {currency}." },
  },
  "contract.accepted": {
    ...ofContract,
    en: { title: "A contract is accepted", text: "{name} does the contract {title}." },
    da: { title: "En kontrakt er antaget", text: "{name} udfører kontrakten {title}." },
  },
  "contract.paid": {
    ...ofContract,
    en: { title: "A contract is paid", text: "{pay} {currency} was sent for the contract {title}." },
    da: { title: "En kontrakt er betalt", text: "{pay} {currency} er sendt for kontrakten {title}." },
  },
});
