export { MirrorSwitch } from "./mirror-switch.tsx";
