import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn, reach } from "./lib/keyboard.ts";
import { type Account, DEMO, type People } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

type Wish = { id: number; title: string; votes: number; version: number };
const TAB = "/organization?tab=wishes";

const submit = (people: People, who: Account, title: string) =>
  people.call<Wish>(who, "POST", "/api/wishes", {
    organizationId: 1,
    title,
    description: "So that nothing burns.",
  });

test("a wish goes from a similar title and a vote in place through an answer, a merge that is undone and a contract to completed, and its voter says that it works", async ({
  as,
  people,
  watch,
}) => {
  // Expects requests that do not reach the server, and the edit that is refused.
  watch.expect(/ERR_FAILED|status of 40[49] .*\/api\/wishes\/\d+/);
  const author = await people.hire("Anna Author", "member");
  const voter = await people.hire("Viggo Voter", "member");
  const mark = suffix();
  const first = await submit(people, author, `Mining timer ${mark}: warn me before the laser overcharges`);
  const page = await as(voter);
  const officer = await as(DEMO.officer);
  const rowOf = (view: typeof page, id: number) => view.locator(`li[data-wish="${id}"]`).first();
  const act = async (id: number, name: string) => {
    await officer.goto(`${TAB}&wish=${id}`);
    const panel = officer.getByRole("dialog");
    await panel.getByRole("button", { name: /^Actions for (?!the message)/ }).click();
    await officer.getByRole("menuitem", { name }).click();
    return officer.getByRole("dialog", { name });
  };

  await page.goto(`${TAB}&sort=newest`);
  const form = page.getByRole("region", { name: "What should we do next?" });
  await form.getByLabel("Title").fill(`Timer for mining ${mark}`);
  const similar = form.getByRole("list", { name: "Similar wishes" }).getByRole("listitem");
  const found = similar.filter({ hasText: first.title });
  await reach(page, found.getByRole("button", { name: /^1 vote for / }));
  await page.keyboard.press("Space");
  const vote = rowOf(page, first.id).getByRole("button", { name: /^2 votes for / });
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(found.getByRole("button")).toHaveAttribute("aria-pressed", "true");
  await audit(page, "a wish with similar ones", [WIDTHS[0]]);

  await form.getByRole("button", { name: "Submit wish" }).click();
  await expect(form.getByText("1 to 4,000 characters")).toBeVisible();
  const description = form.getByLabel("Description");
  await description.fill(
    "**Both** crews\n\n<img src=x onerror=alert(1)> and [our.site](https://elsewhere.example/x)",
  );
  await page.route("**/api/wishes", (route) => route.abort());
  await form.getByRole("button", { name: "Submit wish" }).click();
  await expect(form.getByRole("alert")).toContainText("Wish not submitted");
  await expect(description).toHaveValue(/^\*\*Both\*\*/);
  await page.unroute("**/api/wishes");
  await form.getByRole("button", { name: "Submit wish" }).click();
  await expect(toast(page, "Wish submitted")).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue("");
  const listed = await people.call<Wish[]>(voter, "GET", "/api/wishes/1?sort=newest&mine=wishes");
  const second = listed[0] as Wish;
  await rowOf(page, second.id).getByRole("link", { name: second.title }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(panel.getByRole("link", { name: "our.site (elsewhere.example)" })).toHaveAttribute(
    "rel",
    "noopener noreferrer nofollow",
  );
  await panel.getByLabel("Your comment").fill("Also in the *turret*");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const comment = panel.getByRole("listitem").filter({ hasText: "Also in the turret" });
  await expect(comment.locator("em")).toHaveText("turret");
  await audit(page, "a wish with a comment");

  const decide = await act(first.id, "Reply and status");
  await expectFocusIn(decide);
  await decide.getByRole("radio", { name: "Approved" }).check();
  await decide.getByLabel("Official reply").fill("For the **MOLE** first.");
  await audit(officer, "an official reply", [WIDTHS[1]]);
  await decide.getByRole("button", { name: "Approve and tell the author" }).click();
  await toast(officer, "Wish saved").getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, first.id)).toContainText(/Approved.+Official reply.*For the MOLE first\./);

  const edit = await act(first.id, "Edit");
  await edit.getByLabel("Description").fill("For every crew.");
  const { version } = await people.call<Wish>(author, "GET", `/api/wishes/${first.id}/details`);
  await people.call(DEMO.admin, "PATCH", `/api/wishes/${first.id}`, { priority: "high", version });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("High");
  await edit.getByRole("button", { name: "Keep mine" }).click();
  await expect(rowOf(page, first.id)).toContainText(/For every crew.+High priority/);

  const remove = officer.getByRole("dialog", { name: "Remove the message of" });
  await officer.goto(`${TAB}&wish=${second.id}`);
  await officer.getByRole("button", { name: `Actions for the message of ${voter.displayName}` }).click();
  await officer.getByRole("menuitem", { name: "Remove", exact: true }).click();
  await remove.getByLabel("Reason").fill("Asked twice");
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(officer.getByText("Removed by Freja Ravn: Asked twice")).toBeVisible();

  const merge = await act(second.id, "Merge into another wish");
  await merge.getByRole("combobox").fill(`timer ${mark}`);
  await merge.getByRole("option", { name: first.title }).click();
  await merge.getByRole("button", { name: "Merge" }).click();
  await expect(toast(officer, "Wishes merged")).toBeVisible();
  await expect(officer.getByText(`Merged into ${first.title}.`)).toBeVisible();
  await expect(rowOf(page, second.id)).toBeHidden();
  await expect(vote).toBeVisible();
  await officer.goto(`${TAB}&wish=${first.id}`);
  const undo = officer.getByRole("button", { name: "Undo merge" });
  const merged = officer.getByRole("dialog").getByRole("listitem").filter({ has: undo });
  await expect(merged).toContainText(second.title);
  await expect(merged).toContainText("Votes: 1");
  await undo.click();
  await expect(merged).toBeHidden();
  await expect(rowOf(page, second.id).getByRole("button", { name: /^1 vote for / })).toBeVisible();
  await expect(vote).toBeVisible();

  const given = await act(second.id, "Vote for a member");
  await given.getByRole("combobox").fill(author.displayName);
  await given.getByRole("option", { name: author.displayName }).click();
  await given.getByRole("button", { name: "Give their vote" }).click();
  await expect(toast(officer, `${author.displayName} has a vote here`)).toBeVisible();
  await expect(rowOf(page, second.id).getByRole("button", { name: /^2 votes for / })).toBeVisible();

  await officer.goto(`${TAB}&wish=${first.id}`);
  await officer
    .getByRole("dialog")
    .getByRole("button", { name: /^Actions for (?!the message)/ })
    .click();
  await officer.getByRole("menuitem", { name: "Post as contract" }).click();
  const contract = officer.getByRole("dialog", { name: "Create contract" });
  await expect(contract.getByLabel("Title")).toHaveValue(first.title);
  await expect(contract.getByLabel("Description")).toHaveValue("For every crew.");
  await contract.getByRole("button", { name: "Save draft" }).click();
  await officer
    .getByRole("dialog")
    .getByText("From the wish")
    .getByRole("link", { name: first.title })
    .click();
  const became = officer
    .getByRole("dialog")
    .getByRole("listitem")
    .filter({ hasText: "Posted as the contract" });
  await expect(became.getByRole("link", { name: first.title })).toBeVisible();
  await reach(officer, became.getByRole("button", { name: "Remove link" }));
  await officer.keyboard.press("Enter");
  await expect(became).toBeHidden();
  await toast(officer, "Link removed").getByRole("button", { name: "Undo" }).click();
  await expect(became.getByRole("link", { name: first.title })).toBeVisible();
  await officer
    .getByRole("dialog")
    .getByRole("button", { name: /^Actions for (?!the message)/ })
    .click();
  await officer.getByRole("menuitem", { name: "Plan as event" }).click();
  await expect(officer.getByRole("dialog", { name: "New event" }).getByLabel("Title")).toHaveValue(
    first.title,
  );

  const complete = await act(first.id, "Reply and status");
  await complete.getByRole("radio", { name: "Completed" }).check();
  await complete.getByRole("button", { name: /^Complete and tell voters: \d$/ }).click();
  await toast(officer, "Wish saved").getByRole("button", { name: "Dismiss" }).click();
  const row = rowOf(page, first.id);
  await row.getByRole("button", { name: "Yes, it works" }).click();
  await expect(toast(page, "Thank you")).toBeVisible();
  await expect(row.getByRole("button", { name: "Yes, it works" })).toBeHidden();
  await expect(row.getByRole("button", { name: /votes for/ })).toHaveCount(0);
  await expect(officer.getByText("Works for 1, not for 0.")).toBeVisible();
  await page.getByRole("link", { name: "Road map" }).click();
  const completed = page.getByRole("region", { name: "Completed" });
  await expect(completed.getByRole("link", { name: first.title })).toBeVisible();
  await audit(page, "the road map", WIDTHS);

  await page.goto(`${TAB}&wish=99999999`);
  const gone = page.getByRole("dialog", { name: "Wish" });
  await gone.getByRole("button", { name: "Back to the list" }).click();
  await expect(gone).toBeHidden();
  await expect(page).not.toHaveURL(/wish=/);
});

test("a member finds, submits and withdraws a wish on a phone in Danish, and filters their own", async ({
  as,
  people,
}) => {
  const reader = await people.hire("Dagny Dansk", "member");
  const mark = suffix();
  const other = await submit(people, DEMO.recruiter, `Begynderaften ${mark} hver søndag`);
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto(`${TAB}&sort=newest`);
  await expect(page.getByRole("link", { name: other.title })).toBeVisible();
  await page.getByRole("button", { name: "Nyt ønske" }).click();
  const form = page.getByRole("dialog", { name: "Hvad skal vi lave som det næste?" });
  await expectFocusIn(form);
  await form.getByLabel("Titel").fill(`Begynderaften ${mark} om lørdagen`);
  await form.getByRole("button", { name: `1 stemme på ${other.title}` }).click();
  await expect(form.getByRole("button", { name: `2 stemmer på ${other.title}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await audit(page, "the form of a wish on a phone", [WIDTHS[1]]);
  // Typed text is kept while the form is closed.
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Nyt ønske" }).click();
  await form.getByLabel("Beskrivelse").fill("For dem, der er nye.");
  await form.getByRole("button", { name: "Send ønske" }).click();
  await expect(toast(page, "Ønsket er sendt")).toBeVisible();
  await page.getByRole("button", { name: "Filtre" }).click();
  await page.getByLabel("Filtrer efter dine").selectOption("Mine ønsker");
  const rows = page.getByRole("region", { name: "Ønsker" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Filtrer efter dine").selectOption("Mine stemmer");
  await expect(rows).toHaveCount(2);
  await rows
    .filter({ hasText: other.title })
    .getByRole("button", { name: /^2 stemmer på / })
    .click();
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Filtrer efter status").selectOption("Afvist");
  await page.getByRole("region", { name: "Ønsker" }).getByRole("button", { name: "Ryd filtre" }).click();
  await expect(page.getByRole("link", { name: other.title })).toBeVisible();
});
