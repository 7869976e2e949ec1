import type { Area } from "../../lib/area.ts";
import { attendanceTexts } from "./texts.ts";

export const attendance: Area = {
  path: "/organization/attendance",
  page: () => import("./attendance-page.tsx"),
  texts: [attendanceTexts],
  need: "events.read",
};
