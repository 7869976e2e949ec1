import { toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("a member's home begins with their next event, which they can leave there, and a step of their own waits a week", async ({
  as,
  people,
}) => {
  const title = "Drill before dinner";
  const { id } = await people.call<{ id: number }>(DEMO.officer, "POST", "/api/events", {
    ...{ title, description: "Docking.", location: "Levski", type: "training", timeZone: "UTC" },
    ...{ startsAt: new Date(Date.now() + 1_800_000).toISOString(), lengthMinutes: 30, maxAttendees: 2 },
    slots: [{ id: 1, name: "Helm", ship: "Cutlass Red", need: null, seats: 2 }],
  });
  for (const who of [DEMO.officer, DEMO.member])
    await people.call(who, "POST", `/api/events/${id}/join`, { slotId: 1 });
  const page = await as(DEMO.member);
  await page.goto("/dashboard");
  const next = page.getByRole("region", { name: title });
  await expect(next.getByText("With Freja Ravn")).toBeVisible();
  await expect(next.getByRole("link", { name: "Change slot" })).toHaveAttribute(
    "href",
    new RegExp(`event=${id}$`),
  );
  await expect(page.getByRole("region", { name: "Your contracts" }).getByRole("listitem")).not.toHaveCount(0);

  const step = page.getByRole("region", { name: "Your next step" });
  const later = step.getByRole("button", { name: "Remind me in a week" });
  await later.click();
  await expect(step).toBeHidden();
  await toast(page, "Put off for a week").getByRole("button", { name: "Undo" }).click();
  await later.click();
  await page.reload();
  await expect(page.getByRole("region", { name: "Recent activity" }).getByRole("listitem")).not.toHaveCount(
    0,
  );
  await expect(step).toBeHidden();

  await next.getByRole("button", { name: "Withdraw" }).click();
  await expect(toast(page, `You have withdrawn from ${title}`)).toBeVisible();
  const path = `/api/events/${id}/details`;
  const answer = async () =>
    (await people.call<{ own: { answer: string } }>(DEMO.member, "GET", path)).own.answer;
  // Others are told once it can no longer be undone.
  await expect.poll(answer).toBe("withdrawn");
});
