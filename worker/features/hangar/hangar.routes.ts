import { Hono } from "hono";
import * as z from "zod/mini";
import { signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, idParameter, type RequestContext } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { addShip, changeShip, removeShip, restoreShip } from "./change.ts";
import { listOwnShips } from "./hangar.rows.ts";
import { addShipInput, changeShipInput, hangarPrivacy, hangarShip, privacyInput } from "./hangar.schema.ts";
import { ownerOf } from "./owner.ts";
import { changePrivacy, getPrivacy } from "./privacy.ts";

/** The catalogue's number of the ship that a path names. @throws AppError not_found when it is none */
const shipOf = (c: RequestContext) => idParameter(c, "shipId");

export const hangarRoutes = new Hono<App>()
  .get("/uex/user/:userId/ships", signedIn(), depends(["hangars", "ships"]), async (c) =>
    answer(c, z.array(hangarShip), await listOwnShips(ownerOf(c))),
  )
  .post("/uex/user/:userId/ships", signedIn(), input("json", addShipInput), async (c) =>
    answer(c, hangarShip, await addShip(ownerOf(c), c.req.valid("json")), 201),
  )
  .patch("/uex/user/:userId/ships/:shipId", signedIn(), input("json", changeShipInput), async (c) =>
    answer(c, hangarShip, await changeShip(ownerOf(c), shipOf(c), c.req.valid("json"))),
  )
  .delete("/uex/user/:userId/ships/:shipId", signedIn(), async (c) => {
    await removeShip(ownerOf(c), shipOf(c));
    return c.body(null, 204);
  })
  .post("/uex/user/:userId/ships/:shipId/restore", signedIn(), async (c) =>
    answer(c, hangarShip, await restoreShip(ownerOf(c), shipOf(c)), 201),
  )
  .get("/uex/user/:userId/privacy", signedIn(), depends(["hangars"]), async (c) =>
    answer(c, hangarPrivacy, await getPrivacy(ownerOf(c))),
  )
  .patch("/uex/user/:userId/privacy", signedIn(), input("json", privacyInput), async (c) =>
    answer(c, hangarPrivacy, await changePrivacy(ownerOf(c), c.req.valid("json"))),
  );
