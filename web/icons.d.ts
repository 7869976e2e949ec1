// An icon of the navigation, apart from those that pages are drawn with: the build puts all of these into one script.
declare module "*?navigation" {
  const icon: import("lucide-react").LucideIcon;
  export default icon;
}
