import { defineAnnouncements } from "../../lib/announcements.ts";

export const wishAnnouncements = defineAnnouncements({
  "wish.completed": {
    opens: { page: "/organization?tab=wishes&wish={id}", needs: "events.read" },
    subject: "wish",
    isCard: true,
    en: { title: "A wish is completed", text: "The wish {title} is completed." },
    da: { title: "Et ønske er gennemført", text: "Ønsket {title} er gennemført." },
  },
});
