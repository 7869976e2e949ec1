import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { readOpenApi } from "./lib/declared.ts";

type Operation = { summary?: string; description?: string; responses: Record<string, unknown> };

test("the documentation of the API is a valid OpenAPI 3.1 document, with a summary of every route", async () => {
  const document = (await readOpenApi()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.deepEqual(errors, undefined);
  assert.equal(valid, true);
  assert.equal(document.openapi, "3.1.0");
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  assert.ok(operations.length > 130);
  for (const { summary, responses } of operations) {
    assert.match(summary ?? "", /^[A-Z].*[^.]$/);
    assert.ok("default" in responses);
  }
  for (const [path, method, description] of [
    ["/members/{orgId}", "get", "Takes `members.read`."],
    ["/discord-bots/{id}/invite-url", "patch", "Takes `bots.write` and `admin.system`."],
    ["/users/{id}/role", "get", "Takes a signed-in user. Others' records take `admin.users`."],
    [
      "/register",
      "post",
      "Open to everybody. Works in a browser alone. Asks holders of `admin.users`, who can do more, for a recent proof of who the user is.",
    ],
    ["/contracts/{id}/record", "get", "Takes `contracts.read`. Others' drafts take `contracts.admin`."],
    [
      "/contract-applications/{id}/decline",
      "patch",
      "Takes `contracts.read` or `security.review`. Others' records take `contracts.admin` or `security.review`.",
    ],
    [
      "/contract-applications/{id}/withdraw",
      "patch",
      "Takes `contracts.read` or `security.view`. Others' records are refused.",
    ],
  ] as const)
    assert.equal(document.paths[path]?.[method]?.description, description);
});
