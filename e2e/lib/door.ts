import type { Page } from "@playwright/test";
import { DEMO, type People } from "./people.ts";

type Setting = { settingKey: string; version: number };
type Form = { id: number; key: string; version: number; liveNumber: number | null };

/** Opens or closes the front door; opened, it has the nine questions to start from. */
export async function setDoor(people: People, isOpen: boolean): Promise<void> {
  const { admin } = DEMO;
  const settings = await people.call<Setting[]>(admin, "GET", "/api/organization/1/settings");
  const version = settings.find(({ settingKey }) => settingKey === "front_door")?.version;
  await people.call(admin, "PUT", "/api/organization/1/settings/front_door", {
    settingValue: isOpen,
    version,
  });
  if (!isOpen) return;
  const forms = await people.call<Form[]>(admin, "GET", "/api/forms/1");
  const form =
    forms.find(({ key }) => key === "recruit") ??
    (await people.call<Form>(admin, "POST", "/api/forms/1", { key: "recruit", name: "Recruiting" }));
  if (form.liveNumber === null)
    await people.call(admin, "POST", `/api/forms/${form.id}/publish`, { version: form.version });
}

/** Complete answers to those questions. */
export const ANSWERS = {
  ...{ name: "Ada", handle: { handle: "AdaFlies" }, age: "adult", likes: ["rescue"] },
  ...{ ship: { ids: [], names: ["Cutlass Red"] }, elsewhere: false, evenings: ["tue"], headset: true },
};

/** The application of the newest prospect with a name, as officers read it. */
export async function applicationOf(people: People, name: string) {
  const [prospect] = await people.call<{ id: number; displayName: string }[]>(
    DEMO.officer,
    "GET",
    `/api/prospects/1?q=${encodeURIComponent(name)}`,
  );
  if (!prospect) throw new Error(`${name} is no prospect`);
  const path = `/api/prospects/${prospect.id}/application`;
  return people.call<{ admission: { id: number; status: string; answers: object } }>(
    DEMO.officer,
    "GET",
    path,
  );
}

/** The heading of an applicant's page. */
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
