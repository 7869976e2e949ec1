import { byStatement, type Changes } from "../../../testing/costing.ts";
import { formOf } from "./forms.factory.ts";

const changes: Changes = {
  "a new form": () => formOf(),
  "another draft": byStatement("update forms set name = 'Crew', version = version + 1"),
};

export const polled: Record<string, Changes> = { "/api/forms/1": changes };
