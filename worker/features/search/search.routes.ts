import { signedIn } from "../../lib/http/access.ts";
import { get } from "../../lib/http/route.ts";
import { searchAnswer, searchQuery } from "../../lib/search/search.schema.ts";
import { type Source, search } from "../../lib/search/search.ts";

export const searchRoutes = (sources: readonly Source[]) => [
  get("/search", {
    access: signedIn(),
    query: searchQuery,
    answers: searchAnswer,
    summary: "Find people, contracts, events, wishes, ships and bots by their names",
    run: (context, query) => search(context, sources, query),
  }),
];
