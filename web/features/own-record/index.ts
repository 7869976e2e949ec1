import { part } from "../../ui/part.tsx";

export const ownRecord = part(
  () => import("./own-record-panel.tsx"),
  (language) => [import(`./own-record.${language}.json`)],
);
