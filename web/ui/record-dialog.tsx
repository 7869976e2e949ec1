import { useId } from "react";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { useDocumentTitle } from "./page.tsx";

/** The dialog of one record: its title has the focus first, and names the page. The body has no padding of its own. */
export function RecordDialog({
  title,
  ...props
}: Omit<DialogProps, "title" | "bare" | "initialFocus"> & { title: string }) {
  const heading = useId();
  useDocumentTitle(title);
  return (
    <Dialog
      {...props}
      bare
      initialFocus={heading}
      title={
        <span id={heading} tabIndex={-1} className="outline-none">
          {title}
        </span>
      }
    />
  );
}
