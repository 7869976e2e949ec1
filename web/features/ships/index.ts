export { ShipPhoto } from "./ship-photo.tsx";
export { SHIPS, syncShips, useShipSyncStatus, useShips } from "./use-ships.ts";
