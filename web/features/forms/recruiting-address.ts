import { text } from "../../lib/address.ts";

/** The form and its chosen question or section. */
export const ADDRESS = { tab: text(20), form: text(20), part: text(20) };
