import { Hono } from "hono";
import type { App } from "../../../lib/http/app.ts";

export const applicationRoutes = new Hono<App>();
