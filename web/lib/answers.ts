import { mutate } from "swr";
import { setAnswers, USER_KEY } from "./session.tsx";

const isOfUser = (key: unknown) => key !== USER_KEY;

setAnswers({
  forget: async () => void (await mutate(isOfUser, undefined, { revalidate: false })),
  refresh: async () => void (await mutate(isOfUser)),
});

/** Keeps an answer for whatever shows what is at this path. */
export const keepAnswer = (path: string, body: unknown): Promise<unknown> =>
  mutate(path, body, { revalidate: false });
