import type { Frame, Page } from "@playwright/test";

/** Returns the parts of an address that decide whether it opens: its page, its tab, and the kind of record that it opens. */
export function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href, "https://here");
  const records = ["prospect", "member", "contract", "bot", "role", "new"].filter((name) =>
    searchParams.has(name),
  );
  return [pathname, searchParams.get("tab"), ...records].join(" ");
}

/** Returns the addresses of the links within the application that a page offers. */
export const hrefsOf = (page: Page | Frame): Promise<string[]> =>
  page
    .locator("a[href^='/']:not([href^='/api/']):not([download])")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

/** Returns whether the page of a link's address is shown, without a message that it could not be opened. */
export async function isOpened(page: Page | Frame, href: string): Promise<boolean> {
  const isThere = new URL(page.url()).pathname === new URL(href, page.url()).pathname;
  const complaints = page.getByText(/^(Access Denied|Page not found|Something went wrong)$/);
  return isThere && (await complaints.count()) === 0;
}

/** The refusal of a taken contract's payout to a user who takes no part in it, who learns so only by asking for it. */
export const OF_OTHERS = /status of 404 .*\/payout$/;
