import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { minimalSetup } from "codemirror";
import { useEffect, useRef } from "react";
import { type Translate, useT } from "../../../../lib/i18n/i18n.ts";
import { commonSetup, shadowOf } from "./code-setup.ts";

type Side = { text: string; label: string };

const COLLAPSE = { margin: 3, minSize: 6 };

/** A button of CodeMirror's beside a difference, in the reader's words. */
function chunkButton(label: string, act?: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.className = "cm-button";
  if (act) button.onmousedown = act;
  // CodeMirror listens for the mouse alone; Enter and Space come as a click without one.
  button.onclick = (event) => {
    if (event.detail === 0)
      button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
  };
  return button;
}

function revertButton(t: Translate): HTMLElement {
  const button = chunkButton("→");
  button.setAttribute("aria-label", t("bots.clash.take_this"));
  button.title = t("bots.clash.take_this");
  return button;
}

/** Two texts and what differs: side by side, or one under the other where there is no room. */
export default function CodeDiff(props: {
  fileName: string;
  before: Side;
  after: Side;
  isUnified: boolean;
  /** The second text can be edited; without it both are only looked at. */
  onChange?: (text: string) => void;
}) {
  const t = useT();
  const { fileName, before, after, isUnified, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  const start = useRef(after.text);
  const isEditable = onChange !== undefined;
  useEffect(() => {
    change.current = onChange;
    start.current = after.text;
  });
  // What is typed comes back as the second text and must not start the comparison anew.
  const shownAfter = isEditable ? "" : after.text;
  useEffect(() => {
    if (!host.current) return;
    const root = shadowOf(host.current);
    const side = (label: string, isReadOnly: boolean) => [
      minimalSetup,
      lineNumbers(),
      commonSetup(fileName, t),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !isReadOnly) change.current?.(update.state.doc.toString());
      }),
      ...(isUnified ? [EditorView.lineWrapping] : []),
    ];
    const text = isEditable ? start.current : shownAfter;
    if (isUnified) {
      const view = new EditorView({
        root,
        parent: root,
        doc: text,
        extensions: [
          side(after.label, !isEditable),
          unifiedMergeView({
            original: before.text,
            collapseUnchanged: COLLAPSE,
            mergeControls: isEditable
              ? (type, act) =>
                  chunkButton(t(type === "accept" ? "bots.clash.keep_this" : "bots.clash.take_this"), act)
              : false,
          }),
        ],
      });
      return () => view.destroy();
    }
    const view = new MergeView({
      root,
      parent: root,
      a: { doc: before.text, extensions: side(before.label, true) },
      b: { doc: text, extensions: side(after.label, !isEditable) },
      collapseUnchanged: COLLAPSE,
      ...(isEditable
        ? { revertControls: "a-to-b" as const, renderRevertControl: () => revertButton(t) }
        : {}),
    });
    return () => view.destroy();
  }, [fileName, before.text, before.label, shownAfter, after.label, isUnified, isEditable, t]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none border-b border-line text-sm" aria-hidden="true">
        <span className="min-w-0 flex-1 truncate px-4 py-1.5 text-ink-2">
          <span className="dot mr-2 inline-block align-middle text-stop" />
          {before.label}
        </span>
        <span className="min-w-0 flex-1 truncate px-4 py-1.5 text-ink-2">
          <span className="dot mr-2 inline-block align-middle text-go" />
          {after.label}
        </span>
      </div>
      <div
        ref={host}
        {...(isEditable ? { "data-editor": "" } : {})}
        className="min-h-0 flex-1 overflow-auto"
      />
    </div>
  );
}
