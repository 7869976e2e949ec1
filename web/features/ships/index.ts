export { ShipPhoto } from "./ship-photo.tsx";
export { SHIPS, syncShips, useShips } from "./use-ships.ts";
