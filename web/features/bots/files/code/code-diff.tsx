import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { minimalSetup } from "codemirror";
import { useEffect, useEffectEvent, useRef } from "react";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { commonSetup, shadowOf, takesEscape } from "./code-setup.ts";

type Side = { text: string; label: string };
const COLLAPSE = { margin: 3, minSize: 6 };

/** A button for CodeMirror to put beside a difference. */
function chunkButton(text: string, name = text): HTMLButtonElement {
  const look = { type: "button", textContent: text, ariaLabel: name, title: name, className: "cm-button" };
  const button = Object.assign(document.createElement("button"), look);
  // CodeMirror listens for the mouse only; Enter and Space arrive as a click.
  button.onclick = ({ detail }) => {
    if (detail > 0) return;
    button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
  };
  return button;
}

export default function CodeDiff(props: {
  fileName: string;
  before: Side;
  after: Side;
  isUnified: boolean;
  /** Makes the second text editable. */
  onChange?: (text: string) => void;
}) {
  const t = useT();
  const { fileName, before, after, isUnified, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useEffectEvent(() => ({ text: after.text, onChange }));
  const isEditable = onChange !== undefined;
  // The typed text comes back as the second text and must not rebuild the comparison.
  const shownAfter = isEditable ? null : after.text;
  useEffect(() => {
    if (!host.current) return;
    const root = shadowOf(host.current);
    const side = (doc: string, label: string, isReadOnly: boolean) => ({
      doc,
      extensions: [
        minimalSetup,
        lineNumbers(),
        commonSetup(fileName, label, t),
        isEditable ? takesEscape : [],
        EditorState.readOnly.of(isReadOnly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isReadOnly) latest().onChange?.(update.state.doc.toString());
        }),
      ],
    });
    const b = side(shownAfter ?? latest().text, after.label, !isEditable);
    const inUnified = [
      EditorView.lineWrapping,
      unifiedMergeView({
        original: before.text,
        collapseUnchanged: COLLAPSE,
        mergeControls:
          isEditable &&
          ((type, onmousedown) => {
            const text = t(type === "accept" ? "bots.clash.keep_this" : "bots.clash.take_this");
            return Object.assign(chunkButton(text), { onmousedown });
          }),
      }),
    ];
    const view = isUnified
      ? new EditorView({ root, parent: root, doc: b.doc, extensions: [b.extensions, inUnified] })
      : new MergeView({
          root,
          parent: root,
          a: side(before.text, before.label, true),
          b,
          collapseUnchanged: COLLAPSE,
          ...(isEditable && {
            revertControls: "a-to-b",
            renderRevertControl: () => chunkButton("→", t("bots.clash.take_this")),
          }),
        });
    return () => view.destroy();
  }, [fileName, before.text, before.label, shownAfter, after.label, isUnified, isEditable, t]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none border-b border-line text-sm" aria-hidden="true">
        {[before, after].map(({ label }, at) => (
          <span key={label} className="min-w-0 flex-1 truncate px-4 py-1.5 text-ink-2">
            <span className={`dot mr-2 inline-block align-middle ${at === 0 ? "text-stop" : "text-go"}`} />
            {label}
          </span>
        ))}
      </div>
      <div ref={host} className="min-h-0 flex-1 overflow-auto" />
    </div>
  );
}
