import type { Area } from "../../lib/area.ts";
import { membersTexts } from "./texts.ts";

export const members: Area = {
  path: "/members",
  page: () => import("./members-page.tsx"),
  texts: [membersTexts],
  need: "members.read",
  navigation: {
    order: 50,
    label: { en: "Members", da: "Medlemmer" },
    icon: () => import("lucide-react/icons/users-round?navigation"),
  },
};
