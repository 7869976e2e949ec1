import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, run } from "../testing/hooks.ts";

const { useOfOrganization } = await import("./organization.ts");

test("reads an answer about the reader's organization, and none that the reader may not see", async () => {
  const sent = answerWith(({ path }) =>
    path === "/api/user" ? [200, { id: 7, organizationId: 9, permissions: [] }] : [200, ["Ida"]],
  );
  const pathOf = (organizationId: number) => `/api/crew/${organizationId}`;
  const crew = (allowed: boolean) =>
    run(() => useOfOrganization<string[]>(pathOf, ["members"], { allowed }).data);
  const withheld = await crew(false);
  assert.deepEqual([withheld.now, sent.map(({ path }) => path)], [undefined, ["/api/user"]]);
  const shown = await crew(true);
  assert.deepEqual(shown.now, ["Ida"]);
  await withheld.end();
  await shown.end();
});
