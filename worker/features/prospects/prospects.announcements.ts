import { defineAnnouncements } from "../../lib/announcements.ts";

const ofProspect = {
  opens: { page: "/crm?prospect={id}", needs: "prospects.read" },
  isPersonal: true,
} as const;

export const prospectAnnouncements = defineAnnouncements({
  "prospect.assigned": {
    ...ofProspect,
    en: { title: "A prospect is assigned", text: "{assignee} looks after {name}." },
    da: { title: "En kandidat får en ansvarlig", text: "{assignee} tager sig af {name}." },
  },
  "prospect.moved": {
    ...ofProspect,
    isForPrograms: true,
    en: { title: "A prospect moves to another stage", text: "{name} moved from {from} to {to}." },
    da: { title: "En kandidat flyttes til et andet trin", text: "{name} er flyttet fra {from} til {to}." },
  },
});
