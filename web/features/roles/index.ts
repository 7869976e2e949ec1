export { permissions } from "./roles.api.ts";
