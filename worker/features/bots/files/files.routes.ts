import { Hono } from "hono";
import { requires } from "../../../lib/http/access.ts";
import { type App, contextOf, idParameter } from "../../../lib/http/app.ts";
import { depends } from "../../../lib/http/depends.ts";
import { input } from "../../../lib/http/input.ts";
import { listDifferences, syncFiles } from "./disk.ts";
import { createBotFileInput, revertBotFileInput, updateBotFileInput } from "./files.schema.ts";
import {
  createFile,
  deleteFile,
  getVersion,
  listFiles,
  listVersions,
  revertFile,
  updateFile,
} from "./files.ts";

export const botFileRoutes = new Hono<App>()
  .get("/discord-bots/:id/files", requires("bots.read"), depends(["bots"]), async (c) =>
    c.json(await listFiles(contextOf(c), idParameter(c))),
  )
  .get("/discord-bots/:id/disk-files", requires("bots.read"), async (c) =>
    c.json(await listDifferences(contextOf(c), idParameter(c))),
  )
  .post("/discord-bots/:id/sync-files", requires("bots.write"), async (c) =>
    c.json(await syncFiles(contextOf(c), idParameter(c))),
  )
  .post("/bot-files", requires("bots.write"), input("json", createBotFileInput), async (c) =>
    c.json(await createFile(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/bot-files/:id", requires("bots.write"), input("json", updateBotFileInput), async (c) =>
    c.json(await updateFile(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .delete("/bot-files/:id", requires("bots.write"), async (c) => {
    await deleteFile(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .get("/bot-files/:id/history", requires("bots.read"), async (c) =>
    c.json(await listVersions(contextOf(c), idParameter(c))),
  )
  .get("/bot-files/:id/history/:version", requires("bots.read"), async (c) =>
    c.json(await getVersion(contextOf(c), idParameter(c), idParameter(c, "version"))),
  )
  .post("/bot-files/:id/revert", requires("bots.write"), input("json", revertBotFileInput), async (c) =>
    c.json(await revertFile(contextOf(c), idParameter(c), c.req.valid("json"))),
  );
