import { mutate } from "swr";
import { setAnswers, USER_KEY } from "./session.tsx";

const isOfUser = (key: unknown) => key !== USER_KEY;

setAnswers({
  keep: async (path, body) => void (await mutate(path, body, { revalidate: false })),
  forget: async () => void (await mutate(isOfUser, undefined, { revalidate: false })),
  refresh: async () => void (await mutate(isOfUser)),
});
