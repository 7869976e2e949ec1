export { AnnouncementsPanel } from "./announcements-panel.tsx";
