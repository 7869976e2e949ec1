import { mutate } from "swr";
import type {
  Picture,
  PictureKind,
  Profile,
} from "../../../worker/features/organization/organization.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { pictureOf } from "./picture-file.ts";

const of = (organizationId: number) => `/api/organization/${organizationId}`;
const profilePath = (organizationId: number) => `${of(organizationId)}/profile`;

/** The organization's own record: one, by the id of the organization. */
export const ownRecords = resource<Profile>({
  path: "/api/organization",
  recordPath: (id) => profilePath(Number(id)),
  topics: ["settings"],
});

export const useProfile = () => useOfOrganization<Profile>(profilePath, ["settings"]);

export const pictureAddress = ({ id }: Profile, picture: Picture) => `${of(id)}/pictures/${picture.id}`;

/** Shows what a request changed, and asks again: an answer that was on its way before is not waited for. */
async function show({ id }: Profile, change: (pictures: Picture[]) => Picture[]): Promise<void> {
  await mutate<Profile>(profilePath(id), (known) => known && { ...known, pictures: change(known.pictures) });
  topicsChanged(["activity"]);
}

/** Scales a file of a picture and adds it. @throws ApiError, and Error for a file that the browser cannot read */
export async function addPicture(profile: Profile, kind: PictureKind, file: File): Promise<void> {
  const body = { kind, ...(await pictureOf(file, kind)) };
  const key = crypto.randomUUID();
  const added = await request<Picture>(`${of(profile.id)}/pictures`, { method: "POST", body, key });
  const isOther = (each: Picture) => kind === "picture" || each.kind !== kind;
  await show(profile, (pictures) => [...pictures.filter(isOther), added]);
}

export async function changeCaption(profile: Profile, picture: Picture, body: object): Promise<void> {
  const changed = await request<Picture>(pictureAddress(profile, picture), { method: "PATCH", body });
  await show(profile, (pictures) => pictures.map((each) => (each.id === changed.id ? changed : each)));
}

export async function removePicture(profile: Profile, picture: Picture): Promise<void> {
  await request(pictureAddress(profile, picture), { method: "DELETE" });
  await show(profile, (pictures) => pictures.filter(({ id }) => id !== picture.id));
}
