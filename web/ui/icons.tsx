// Lucide's icons under the names that the product uses. Size and stroke come from app.tsx; they are hidden from
// assistive technology, so name them beside.
export {
  Activity as ActivityIcon,
  ArrowDown as ArrowDownIcon,
  ArrowLeft as ArrowLeftIcon,
  ArrowRight as ArrowRightIcon,
  ArrowUp as ArrowUpIcon,
  Bot as BotIcon,
  Calendar as CalendarIcon,
  Check as CheckIcon,
  ChevronDown as ChevronDownIcon,
  ChevronRight as ChevronRightIcon,
  ChevronUp as ChevronUpIcon,
  Clock as ClockIcon,
  Copy as CopyIcon,
  Database as DatabaseIcon,
  Download as DownloadIcon,
  Ellipsis as MoreIcon,
  ExternalLink as ExternalIcon,
  File as FileIcon,
  FileText as NoteIcon,
  GripVertical as GripIcon,
  History as HistoryIcon,
  Info as InfoIcon,
  Kanban as PipelineIcon,
  KeyRound as KeyIcon,
  LayoutDashboard as DashboardIcon,
  LayoutGrid as CardsIcon,
  ListFilter as FilterIcon,
  Lock as LockIcon,
  LogOut as LogOutIcon,
  Menu as RowsIcon,
  MessageSquare as ChatIcon,
  Minus as MinusIcon,
  Monitor as DeviceIcon,
  Orbit as OrganizationIcon,
  Pause as PauseIcon,
  Pencil as EditIcon,
  Play as PlayIcon,
  Plus as PlusIcon,
  Printer as PrintIcon,
  RefreshCw as SyncIcon,
  Rocket as ShipIcon,
  Search as SearchIcon,
  Settings2 as SettingsIcon,
  Shield as ShieldIcon,
  Smartphone as PhoneIcon,
  Trash2 as TrashIcon,
  TriangleAlert as WarningIcon,
  Undo2 as UndoIcon,
  Upload as UploadIcon,
  UserRound as PersonIcon,
  UserRoundPlus as JoinedIcon,
  UsersRound as PeopleIcon,
  Wrench as ToolsIcon,
  X as CloseIcon,
} from "lucide-react";

/** Discord's mark, at the size of the other icons. */
export function DiscordIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M19.3 5.3A17 17 0 0 0 15 4l-.5 1a15 15 0 0 0-5 0L9 4a17 17 0 0 0-4.3 1.3C2 9.4 1.3 13.3 1.6 17.2A17 17 0 0 0 6.8 20l1.1-1.8-1.7-.8.4-.3a12 12 0 0 0 10.8 0l.4.3-1.7.8L17.2 20a17 17 0 0 0 5.2-2.8c.4-4.5-.7-8.4-3.1-11.9zM8.7 14.8c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.8.9 1.8 2-.8 2-1.8 2zm6.6 0c-1 0-1.8-.9-1.8-2s.8-2 1.8-2 1.8.9 1.8 2-.8 2-1.8 2z" />
    </svg>
  );
}
