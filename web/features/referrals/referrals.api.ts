import useSWR, { mutate } from "swr";
import type {
  CreateSourceInput,
  OwnLink,
  Source,
  SourceOverview,
} from "../../../worker/features/referrals/referrals.schema.ts";
import { request } from "../../lib/api.ts";
import { useUser } from "../../lib/session.tsx";

export type { OwnLink, Source, SourceOverview };

const OWN = "/api/referrals/own";
const pathOf = (organizationId: number) => `/api/sources/${organizationId}`;

/** The reader's own link; counted once a day, so asked for when the page is opened. */
export const useOwnLink = () => useSWR<OwnLink>(OWN, { revalidateIfStale: true });

async function changeOwn(path: string, version: number): Promise<OwnLink> {
  const link = await request<OwnLink>(path, { method: "POST", body: { version } });
  await mutate(OWN, link, { revalidate: false });
  return link;
}
/** Makes the first link of the reader, or gives it another code. @throws ApiError */
export const makeOwn = ({ version }: OwnLink) => changeOwn(OWN, version);
export const endOwn = ({ version }: OwnLink) => changeOwn(`${OWN}/end`, version);

export function useSources() {
  const { user } = useUser();
  return useSWR<SourceOverview>(user && pathOf(user.organizationId), { revalidateIfStale: true });
}

export async function createSource(
  organizationId: number,
  body: CreateSourceInput,
  key: string,
): Promise<Source> {
  const source = await request<Source>(pathOf(organizationId), { method: "POST", body, key });
  void mutate(pathOf(organizationId));
  return source;
}

/** @throws ApiError */
export async function endSource({ id, version }: Source, organizationId: number): Promise<void> {
  await request(`/api/sources/${id}/end`, { method: "POST", body: { version } });
  await mutate(pathOf(organizationId));
}

/** The address of a code, which people open. */
export const addressOf = (code: string): string => `${location.origin}/join?by=${code}`;
