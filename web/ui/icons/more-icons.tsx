import { Drawing, type IconProps } from "./drawing.tsx";

export function PlayIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M8 5.5v13l10.5-6.5z" />
    </Drawing>
  );
}
export function PauseIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M8.5 5.5v13M15.5 5.5v13" />
    </Drawing>
  );
}
export function CopyIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
      <path d="M15.5 5.5A2 2 0 0 0 13.5 4H6.5A2.5 2.5 0 0 0 4 6.5v7a2 2 0 0 0 1.5 2" />
    </Drawing>
  );
}
export function ExternalIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M13.5 4.5h6v6M19.5 4.5 11 13M18.5 14v3.5a2.5 2.5 0 0 1-2.5 2.5H6.5A2.5 2.5 0 0 1 4 17.5V8a2.5 2.5 0 0 1 2.5-2.5H10" />
    </Drawing>
  );
}
export function DownloadIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15" />
    </Drawing>
  );
}
export function HistoryIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M4.5 12a8 8 0 1 0 2.600-5.900L4.5 8.5M4.5 4v4.5H9M12 8v4.300l3 1.800" />
    </Drawing>
  );
}
export function FileIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5V8.5h5" />
    </Drawing>
  );
}
export function ArrowDownIcon(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 5v14M6 13l6 6 6-6" />
    </Drawing>
  );
}
