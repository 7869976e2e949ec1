import { Hono } from "hono";
import { type App, contextOf, idParameter, ownOrganization, requires } from "../../access.ts";
import { unlessUnchanged } from "../../revision.ts";
import { input } from "../../validation.ts";
import { botTokenInput, createBotInput } from "./bots.schema.ts";
import { changeBotToken, createBot, listBots } from "./bots.service.ts";

export const botRoutes = new Hono<App>()
  .get("/discord-bots/:orgId", requires("bots.read"), (c) => {
    ownOrganization(c);
    return unlessUnchanged(c, ["bots"], async () => c.json(await listBots(contextOf(c))));
  })
  .post("/discord-bots", requires("bots.write"), input("json", createBotInput), async (c) =>
    c.json(await createBot(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/discord-bots/:id/token", requires("bots.write"), input("json", botTokenInput), async (c) =>
    c.json(await changeBotToken(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  );
