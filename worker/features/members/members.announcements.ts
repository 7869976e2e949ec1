import { defineAnnouncements } from "../../lib/announcements.ts";

export const memberAnnouncements = defineAnnouncements({
  "member.joined": {
    opens: { page: "/members?member={id}", needs: "members.read" },
    isForPrograms: true,
    en: { title: "A member joins", text: "{name} is a member now." },
    da: { title: "Et nyt medlem", text: "{name} er blevet medlem." },
  },
});
