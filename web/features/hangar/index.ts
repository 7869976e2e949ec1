export { useHangar } from "./hangar.api.ts";
