import { Drawing, type IconProps } from "./icons/drawing.tsx";

export function BrandIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 2.5 20.5 7.5v9L12 21.5 3.5 16.5v-9z" />
      <path d="M12 7.5 16 16l-4-2-4 2z" fill="currentColor" stroke="none" />
    </Drawing>
  );
}
export function DiscordIcon(props: IconProps) {
  return (
    <Drawing {...props} filled>
      <path d="M19.3 5.3A17 17 0 0 0 15 4l-.5 1a15 15 0 0 0-5 0L9 4a17 17 0 0 0-4.3 1.3C2 9.4 1.3 13.3 1.6 17.2A17 17 0 0 0 6.8 20l1.1-1.8-1.7-.8.4-.3a12 12 0 0 0 10.8 0l.4.3-1.7.8L17.2 20a17 17 0 0 0 5.2-2.8c.4-4.5-.7-8.4-3.1-11.9zM8.7 14.8c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.8.9 1.8 2-.8 2-1.8 2zm6.6 0c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.8.9 1.8 2-.8 2-1.8 2z" />
    </Drawing>
  );
}
export function DashboardIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="3.5" y="3.5" width="7" height="9" rx="1.5" />
      <rect x="13.5" y="3.5" width="7" height="5" rx="1.5" />
      <rect x="3.5" y="15.5" width="7" height="5" rx="1.5" />
      <rect x="13.5" y="11.5" width="7" height="9" rx="1.5" />
    </Drawing>
  );
}
export function PipelineIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="3.5" y="4" width="4.5" height="16" rx="1.5" />
      <rect x="9.75" y="4" width="4.5" height="11" rx="1.5" />
      <rect x="16" y="4" width="4.5" height="7" rx="1.5" />
    </Drawing>
  );
}
export function BotIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="4" y="8" width="16" height="11.5" rx="3" />
      <path d="M12 8V4.5M9.2 13.2v1.2M14.8 13.2v1.2M2 12.5v3M22 12.5v3" />
      <circle cx="12" cy="3.5" r="1" />
    </Drawing>
  );
}
export function PersonIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.7-4 3.6-6 7.5-6s6.8 2 7.5 6" />
    </Drawing>
  );
}
export function PeopleIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.5-3.4 3-5.2 6.5-5.2s6 1.8 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .6 3.2 2.2 3.5 4.7" />
    </Drawing>
  );
}
export function OrganizationIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 21V4.5m0 .5c4-2.5 7 2 11 0l3-1v9.5c-4 2.5-7-2-11 0l-3 1" />
    </Drawing>
  );
}
export function ToolsIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M14.5 6.5a4.5 4.5 0 0 1 5.7-2.3l-2.9 2.9 1.6 1.6 2.9-2.9a4.5 4.5 0 0 1-6 5.5l-8 8a2.1 2.1 0 0 1-3-3l8-8a4.5 4.5 0 0 1 1.7-1.8z" />
    </Drawing>
  );
}
export function ShieldIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 3 20 6v5.5c0 4.5-3.2 8-8 9.5-4.8-1.5-8-5-8-9.5V6z" />
    </Drawing>
  );
}
export function SettingsIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </Drawing>
  );
}
export function MoreIcon(props: IconProps) {
  return (
    <Drawing {...props} filled>
      <circle cx="5" cy="12" r="1.6" />
      <circle cx="12" cy="12" r="1.6" />
      <circle cx="19" cy="12" r="1.6" />
    </Drawing>
  );
}
export function LogOutIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M10 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H10M15 8l4.5 4-4.5 4M19 12H9.5" />
    </Drawing>
  );
}
export function ThemeIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" stroke="none" />
    </Drawing>
  );
}
export function CloseIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m6 6 12 12M18 6 6 18" />
    </Drawing>
  );
}
export function CheckIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Drawing>
  );
}
export function PlusIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 5v14M5 12h14" />
    </Drawing>
  );
}
export function MinusIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 12h14" />
    </Drawing>
  );
}
export function SearchIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Drawing>
  );
}
export function FilterIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M4 6h16M7.5 12h9M10.5 18h3" />
    </Drawing>
  );
}
export function SyncIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M20 11a8 8 0 0 0-14.3-4L4 9m0-5v5h5M4 13a8 8 0 0 0 14.3 4L20 15m0 5v-5h-5" />
    </Drawing>
  );
}
export function EditIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m15.5 5 3.5 3.5L8.5 19 4 20l1-4.5zM13 7.5l3.5 3.5" />
    </Drawing>
  );
}
export function TrashIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5v5.5M14 10.5v5.5" />
    </Drawing>
  );
}
export function ClockIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.3 2" />
    </Drawing>
  );
}
export function CalendarIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="4" y="5.5" width="16" height="15" rx="2.5" />
      <path d="M4 10h16M8.5 3v4M15.5 3v4" />
    </Drawing>
  );
}
export function NoteIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12.5h7M9 16h5" />
    </Drawing>
  );
}
export function LinkIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7.2M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.4" />
    </Drawing>
  );
}
export function KeyIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.5 8-8M16 7.5l3 3M13.5 10l2 2" />
    </Drawing>
  );
}
export function WarningIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 4 21.5 20h-19zM12 10v4.5M12 17.2v.1" />
    </Drawing>
  );
}
export function InfoIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 8v.1" />
    </Drawing>
  );
}
export function ChevronDownIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m6 9.5 6 6 6-6" />
    </Drawing>
  );
}
export function ChevronRightIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m9.5 6 6 6-6 6" />
    </Drawing>
  );
}
export function ArrowLeftIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M19 12H5M11 6l-6 6 6 6" />
    </Drawing>
  );
}
export function ArrowRightIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 12h14M13 6l6 6-6 6" />
    </Drawing>
  );
}
export function UndoIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M8.5 5 4.5 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4" />
    </Drawing>
  );
}
export function VoiceIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
    </Drawing>
  );
}
export function DeviceIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="3" y="4.5" width="18" height="12" rx="2" />
      <path d="M8.5 20h7M12 16.5V20" />
    </Drawing>
  );
}
export function PhoneIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
      <path d="M11 18.5h2" />
    </Drawing>
  );
}
export function GripIcon(props: IconProps) {
  return (
    <Drawing {...props} filled>
      <circle cx="9" cy="6" r="1.4" />
      <circle cx="15" cy="6" r="1.4" />
      <circle cx="9" cy="12" r="1.4" />
      <circle cx="15" cy="12" r="1.4" />
      <circle cx="9" cy="18" r="1.4" />
      <circle cx="15" cy="18" r="1.4" />
    </Drawing>
  );
}
