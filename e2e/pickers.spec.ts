import { askApart } from "./lib/apart.ts";
import { CrmPage } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addOnboarding } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

const UNAVAILABLE = { status: 503, json: { code: "unavailable" } };

test("the form of a contract keeps the assignee when the list of members fails", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 503 /);
  const title = `Escort ${suffix()}`;
  const pilot = await people.hire("Palle Pilot", "member");
  const { id: assignedTo } = await people.call<{ id: number }>(pilot, "GET", "/api/user");
  const { id } = await people.call<{ id: number }>(DEMO.recruiter, "POST", "/api/contracts", {
    title,
    type: "security",
    amount: 5,
    status: "posted",
  });
  await people.call(DEMO.recruiter, "PUT", `/api/contracts/${id}`, { assignedTo });
  const page = await as(DEMO.recruiter);
  await page.route("**/api/contracts/1/members*", (route) => route.fulfill(UNAVAILABLE));
  await page.goto(`/tools/contracts?contract=${id}&edit=1`);
  const form = page.getByRole("dialog", { name: "Edit contract" });
  const assignee = form.getByRole("combobox", { name: "Assigned to" });
  await expect(assignee).toHaveValue(new RegExp(pilot.displayName));
  await expect(form.getByLabel("Status").getByRole("option")).toHaveText([
    ...["Accepted", "Completed", "Cancelled", "Draft"],
  ]);
  await assignee.fill("Nobody at all");
  await expect(form.getByText("Members not loaded. Type again.")).toBeVisible();
  await assignee.press("Escape");
  await form.getByLabel("Location").fill("Port Olisar");
  await form.getByRole("button", { name: "Update" }).click();
  await expect(form).toBeHidden();
  const saved = await people.call<{ assignedTo: number; location: string }>(
    ...([DEMO.recruiter, "GET", `/api/contracts/${id}/record`] as const),
  );
  expect(saved).toMatchObject({ assignedTo, location: "Port Olisar" });
});

test("the picker of a prospect's assignee keeps the present one when its list fails", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 503 /);
  const prospect = await addOnboarding(people, "Anna Assigned", DEMO.onboarding);
  const page = await as(DEMO.officer);
  let fails = true;
  await askApart(page);
  for (const path of ["**/api/members/1/assignable", "**/api/prospects/1/team"])
    await page.route(path, (route) => (fails ? route.fulfill(UNAVAILABLE) : route.continue()));
  const crm = new CrmPage(page);
  await crm.open(`tab=team&prospect=${prospect.id}`);
  await crm.dialog(prospect.displayName).getByRole("button", { name: "Reassign" }).first().click();
  const chosen = page.getByRole("dialog", { name: "Reassign" }).getByRole("radio", { checked: true });
  await expect(chosen).toHaveAccessibleName("Assigned now");
  fails = false;
  await page.getByRole("button", { name: "Try again" }).last().click();
  await expect(chosen).toHaveAccessibleName(new RegExp(DEMO.onboarding.displayName));
});
