import { Hono } from "hono";
import type { App } from "../../lib/http/app.ts";

export const contractRoutes = new Hono<App>();
