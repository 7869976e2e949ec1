import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ask, outcome } from "../../testing/little-app.ts";
import { publicRoute } from "./access.ts";
import { json } from "./answers.ts";
import { get } from "./route.ts";

const route = get("/a/:id", {
  ...{ access: publicRoute(), summary: "", answers: json(z.unknown()) },
  run: ({ idempotencyKey = null }, { id }) => ({ id, idempotencyKey }),
});

it("takes an id that is a whole number above zero of at most 15 digits, written in one way", async () => {
  expect((await ask([route], "GET /a/123456789012345")).body.id).toBe(123_456_789_012_345);
  for (const wrong of ["0", "01", "-1", "1.5", "1e3", "x", "%201", "1234567890123456"])
    expect([wrong, await outcome([route], `GET /a/${wrong}`)]).toEqual([wrong, "not_found"]);
});

it("hands on an idempotency key of 1 to 100 visible characters, and refuses any other", async () => {
  const answer = (key: string) => ask([route], "GET /a/1", { init: { headers: { "Idempotency-Key": key } } });
  for (const key of ["!", "~", "a".repeat(100)]) expect((await answer(key)).body.idempotencyKey).toBe(key);
  for (const wrong of ["", "a b", "a".repeat(101), "\u00e9"])
    expect([wrong, (await answer(wrong)).body.errors]).toEqual([
      wrong,
      { "Idempotency-Key": ["Invalid input"] },
    ]);
  expect((await ask([route], "GET /a/1")).body.idempotencyKey).toBeNull();
});
