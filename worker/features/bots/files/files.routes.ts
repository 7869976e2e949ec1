import { Hono } from "hono";
import { type App, contextOf, idParameter, requires } from "../../../lib/http/access.ts";
import { unlessUnchanged } from "../../../lib/http/revision.ts";
import { input } from "../../../lib/http/validation.ts";
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
  .get("/discord-bots/:id/files", requires("bots.read"), (c) =>
    unlessUnchanged(c, ["bots"], async () => c.json(await listFiles(contextOf(c), idParameter(c, "id")))),
  )
  .get("/discord-bots/:id/disk-files", requires("bots.read"), async (c) =>
    c.json(await listDifferences(contextOf(c), idParameter(c, "id"))),
  )
  .post("/discord-bots/:id/sync-files", requires("bots.write"), async (c) =>
    c.json(await syncFiles(contextOf(c), idParameter(c, "id"))),
  )
  .post("/bot-files", requires("bots.write"), input("json", createBotFileInput), async (c) =>
    c.json(await createFile(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/bot-files/:id", requires("bots.write"), input("json", updateBotFileInput), async (c) =>
    c.json(await updateFile(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .delete("/bot-files/:id", requires("bots.write"), async (c) => {
    await deleteFile(contextOf(c), idParameter(c, "id"));
    return c.body(null, 204);
  })
  .get("/bot-files/:id/history", requires("bots.read"), async (c) =>
    c.json(await listVersions(contextOf(c), idParameter(c, "id"))),
  )
  .get("/bot-files/:id/history/:version", requires("bots.read"), async (c) =>
    c.json(await getVersion(contextOf(c), idParameter(c, "id"), idParameter(c, "version"))),
  )
  .post("/bot-files/:id/revert", requires("bots.write"), input("json", revertBotFileInput), async (c) =>
    c.json(await revertFile(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  );
