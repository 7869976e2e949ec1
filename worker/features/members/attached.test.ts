import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { person, prospect, rows } from "../../testing/world.ts";
import { attachToMembers } from "./index.ts";

it("statements that a feature attaches are written by each way of making members inactive, and by no other change", async () => {
  onTestFinished(
    attachToMembers({
      whenInactive: ({ db }, userIds) => [
        db.run(sql`update users set email = 'inactive@example.org' where id in (${userIds})`),
      ],
    }),
  );
  const officer = await person("officer");
  await person("administrator");
  const [byStatus, byProspect, active] = [
    await person("member"),
    await person("member"),
    await person("member"),
  ];
  const setStatus = (memberId: number, status: string) =>
    officer.ok("PUT", `/api/members/${memberId}/status`, { status });
  await setStatus(byStatus.memberId, "inactive");
  const id = await prospect({ status: "active", user_id: byProspect.userId });
  await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "inactive" });
  await officer.ok("PUT", `/api/members/${active.memberId}/role`, {
    roleId: (
      await rows<{ id: number }>("select id from roles where organization_id = 1 and key = 'recruiter'")
    )[0]?.id,
  });
  expect(await rows("select id from users where email is not null order by id")).toEqual([
    { id: byStatus.userId },
    { id: byProspect.userId },
  ]);
});
