import useSWR, { mutate } from "swr";
import type {
  ApiToken,
  MakeTokenInput,
  NewToken,
  OwnTokens,
} from "../../../worker/features/tokens/tokens.schema.ts";
import { ApiError, request } from "../../lib/api.ts";

export type { ApiToken, NewToken, OwnTokens };

const TOKENS = "/api/tokens";

/** The user's tokens, fetched again whenever the page is opened: their last use and their permissions change elsewhere. */
export const useTokens = () => useSWR<OwnTokens>(TOKENS, { revalidateIfStale: true });

const change = (tokens: (known: ApiToken[]) => ApiToken[]) =>
  mutate<OwnTokens>(TOKENS, (known) => known && { ...known, tokens: tokens(known.tokens) }, {
    revalidate: false,
  });

/** Makes a token; only this answer has the token itself, which no cache keeps. @throws ApiError */
export async function makeToken(body: MakeTokenInput): Promise<NewToken> {
  const made = await request<NewToken>(TOKENS, { method: "POST", body });
  const { token: _, ...shown } = made;
  await change((known) => [shown, ...known]);
  return made;
}

/** Revokes a token, or removes one that has ended. @throws ApiError */
export async function revokeToken({ id }: ApiToken): Promise<void> {
  await request(`${TOKENS}/${id}`, { method: "DELETE" }).catch((failure: unknown) => {
    // It was revoked elsewhere.
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
  });
  await change((known) => known.filter((each) => each.id !== id));
}
