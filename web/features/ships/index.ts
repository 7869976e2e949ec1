export { ShipPhoto } from "./ship-photo.tsx";
export { SHIPS, useShips } from "./use-ships.ts";
