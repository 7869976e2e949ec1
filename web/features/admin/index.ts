import { part } from "../../ui/part.tsx";

/** The button that creates test prospects, for holders of `admin.system`. */
export const createTestProspects = part(
  () => import("./create-test-prospects.tsx"),
  (language) => [import(`./admin.${language}.json`)],
);
