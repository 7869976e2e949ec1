import type { Event } from "../../../worker/features/events/events.schema.ts";
import { resource } from "../../lib/resource.ts";

export const events = resource<Event>({ path: "/api/events", topics: ["events"] });
