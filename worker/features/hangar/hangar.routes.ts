import * as z from "zod/mini";
import { own } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import { addShip, changePrivacy, changeShip, getPrivacy, removeShip, restoreShip } from "./change.ts";
import { listOwnShips } from "./hangar.rows.ts";
import { addShipInput, changeShipInput, hangarPrivacy, hangarShip, privacyInput } from "./hangar.schema.ts";

const access = own();

export const listOwnShipsRoute = get("/uex/user/:userId/ships", {
  access,
  answers: z.array(hangarShip),
  depends: ["hangars", "ships"],
  summary: "List the caller's ships",
  run: listOwnShips,
});

/** `shipId` is the catalogue's id of the ship. */
export const hangarRoutes = [
  listOwnShipsRoute,
  post("/uex/user/:userId/ships", {
    access,
    body: addShipInput,
    answers: created(hangarShip),
    summary: "Add a ship to the caller's hangar",
    run: addShip,
  }),
  patch("/uex/user/:userId/ships/:shipId", {
    access,
    body: changeShipInput,
    answers: hangarShip,
    summary: "Edit a ship of the caller's hangar",
    run: changeShip,
  }),
  remove("/uex/user/:userId/ships/:shipId", {
    access,
    answers: nothing,
    summary: "Remove a ship from the caller's hangar",
    run: removeShip,
  }),
  post("/uex/user/:userId/ships/:shipId/restore", {
    access,
    answers: created(hangarShip),
    summary: "Put a ship back that was removed today",
    run: restoreShip,
  }),
  get("/uex/user/:userId/privacy", {
    access,
    answers: hangarPrivacy,
    depends: ["hangars"],
    summary: "Read whether the caller's hangar is part of the fleet",
    run: getPrivacy,
  }),
  patch("/uex/user/:userId/privacy", {
    access,
    body: privacyInput,
    answers: hangarPrivacy,
    summary: "Show or hide the caller's hangar in the fleet",
    run: changePrivacy,
  }),
];
