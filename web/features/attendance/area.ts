import type { Area } from "../../lib/area.ts";

export const attendance: Area = {
  path: "/organization/attendance",
  page: () => import("./attendance-page.tsx"),
  texts: (language) => [import(`./attendance.${language}.json`)],
  need: "events.read",
};
