import type {
  Picture,
  PictureKind,
  Profile,
} from "../../../worker/features/organization/organization.schema.ts";
import { request } from "../../lib/api.ts";
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

/** Scales a file of a picture and adds it. @throws ApiError, and Error for a file that the browser cannot read */
export async function addPicture(profile: Profile, kind: PictureKind, file: File): Promise<void> {
  const body = { kind, ...(await pictureOf(file, kind)) };
  await request(`${of(profile.id)}/pictures`, { method: "POST", body, key: crypto.randomUUID() });
  ownRecords.refresh();
}

export async function changeCaption(profile: Profile, picture: Picture, body: object): Promise<void> {
  await request(pictureAddress(profile, picture), { method: "PATCH", body });
  ownRecords.refresh();
}

export async function removePicture(profile: Profile, picture: Picture): Promise<void> {
  await request(pictureAddress(profile, picture), { method: "DELETE" });
  ownRecords.refresh();
}
