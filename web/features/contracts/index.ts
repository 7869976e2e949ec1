import { part } from "../../ui/part.tsx";

/** The reader's contracts with their next step, and those that their ships fit. */
export const ownContracts = part(
  () => import("./own-panel.tsx"),
  (language) => [import(`./contracts.${language}.json`), import(`../ships/ships.${language}.json`)],
);
