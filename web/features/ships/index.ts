import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export { insuranceText, usePledgeWords } from "./insurance.ts";
export { ShipPhoto } from "./ship-photo.tsx";
export { SHIPS, syncShips, useShipSyncStatus, useShips } from "./use-ships.ts";
export const ShipLoss = lazyDialog(
  () => import("./ship-loss.tsx"),
  (language) => [import(`./ships.${language}.json`)],
);
