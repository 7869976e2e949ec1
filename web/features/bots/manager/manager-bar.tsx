import type { ReactNode } from "react";

/** The bar under the dialog's header: tabs at the left, actions of the open tab at the right. */
export function ManagerBar({ tabs, children }: { tabs: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pad-wide py-2.5">
      {tabs}
      {children ? (
        <div className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">{children}</div>
      ) : null}
    </div>
  );
}

export function Notice(props: { text: string; className?: string; children?: ReactNode }) {
  const { text, className = "px-[22px]", children } = props;
  return (
    <div
      role="status"
      className={`flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-wait/8 py-1.5 text-sm max-md:px-4 ${className}`}
    >
      <span className="min-w-0 flex-1 basis-48">{text}</span>
      {children}
    </div>
  );
}
