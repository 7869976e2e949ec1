import { expect, it } from "vitest";
import { AppError, defineErrors, errors, problemResponse, refusedFor } from "./errors.ts";
import { faultText, rootOf } from "./fault.ts";
import { fillIn } from "./sentence.ts";

it("defines each code once", () => {
  const entry = { status: 404, en: "It is lost.", da: "Det er væk." } as const;
  expect(() => defineErrors({ not_found: entry })).toThrow("not_found is defined twice");
});

it("answers an error as a problem document, with when to try again where it says so", async () => {
  const answer = problemResponse(errors.internal({}, { retryAfterSeconds: 0 }), "en", "42", {
    durationMs: 7,
  });
  expect(await answer.json()).toMatchObject({
    status: 500,
    code: "internal",
    requestId: "42",
    durationMs: 7,
  });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([500, "0"]);
  expect(problemResponse(errors.not_found(), "en", "42").headers.get("Retry-After")).toBeNull();
});

it("names the user of a refusal only, and rethrows every error", () => {
  const thrown = (error: unknown, user?: AppError["about"]) => {
    try {
      return refusedFor(user)(error);
    } catch (each) {
      return each;
    }
  };
  const user = { id: 7, organizationId: 1 };
  const [refusal, other] = [errors.not_found(), new Error("broken")];
  expect([thrown(refusal, user), refusal.about]).toEqual([refusal, user]);
  expect([thrown(other, user), "about" in other]).toEqual([other, false]);
  expect((thrown(errors.not_found()) as AppError).about).toBeNull();
});

it("logs the innermost cause of an error, without what wraps it", () => {
  const root = new AppError("root", { status: 500, en: "", da: "" }, {}, {});
  const wrapped = new Error("with values", { cause: new Error("between", { cause: root }) });
  expect([rootOf(wrapped), faultText(wrapped)]).toEqual([root, "AppError: root"]);
  const own = new Error("own", { cause: "a text" });
  expect([rootOf(own), rootOf("text"), rootOf({ cause: root })]).toEqual([own, "text", { cause: root }]);
});

it("fills in singular or plural by a number, and texts unchanged", () => {
  const filled = (count: number | string) =>
    fillIn("{count|ship|ships} of {name}", (name) => (name === "count" ? count : "{x}"));
  expect([filled(1), filled("1"), filled(0), filled(2)]).toEqual([
    "1 ship of {x}",
    "1 ship of {x}",
    "0 ships of {x}",
    "2 ships of {x}",
  ]);
});
