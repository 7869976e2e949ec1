import { publicRoute } from "./access.ts";
import type { Answers } from "./answers.ts";
import type { Description } from "./app.ts";
import { get } from "./route.ts";

/** Answers the description, which every client and proxy may keep for five minutes, or 304. */
const description: Answers<Description> = {
  status: 200,
  content: { type: "application/json" },
  respond(c, { text, tag }) {
    const headers = { ETag: tag, "Cache-Control": "public, max-age=300" };
    if (c.req.header("If-None-Match") === tag) return c.body(null, 304, headers);
    return c.body(text, 200, { ...headers, "Content-Type": "application/json" });
  },
};

export const openApiRoutes = [
  get("/openapi.json", {
    access: publicRoute(),
    answers: description,
    summary: "Read this description of the API, an OpenAPI 3.1 document",
    run: (_, __, c) => c.var.describeApi(),
  }),
];
