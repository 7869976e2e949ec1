import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useRef } from "react";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { commonSetup, shadowOf } from "./code-setup.ts";

type EditorProps = {
  id: number;
  fileName: string;
  /** The text of the file; taken over from outside only while nothing is unsaved. */
  value: string;
  /** Whether something is unsaved at this very moment. */
  isUnsaved: () => boolean;
  isReadOnly: boolean;
  isWrapped: boolean;
  /** Keeps undo, selection and the like of each file while another is shown. */
  states: Map<number, EditorState>;
  onChange: (text: string) => void;
  onSave: () => void;
};

/** Everything that belongs to this appearance of the editor and not to the text; replaced when it appears again. */
const surroundings = new Compartment();

/** How long after Escape a Tab leaves the editor instead of indenting, in milliseconds. */
const LEAVE_MS = 2_000;

/** Escape that nothing else had a use for lets the next Tab out. */
const leaving = Prec.lowest(
  keymap.of([
    {
      key: "Escape",
      run: (view) => {
        view.setTabFocusMode(LEAVE_MS);
        return true;
      },
    },
  ]),
);

/** Two spaces in JavaScript, four in Python. */
const indentOf = (fileName: string) => (fileName.endsWith(".py") ? "    " : "  ");

function indentation(fileName: string) {
  const unit = indentOf(fileName);
  const eachLine = (view: EditorView, change: (line: { from: number; text: string }) => object | null) => {
    const { state } = view;
    const starts = new Set<number>();
    for (const { from, to } of state.selection.ranges) {
      for (let at = state.doc.lineAt(from); ; at = state.doc.line(at.number + 1)) {
        starts.add(at.from);
        if (at.to >= to) break;
      }
    }
    const changes = [...starts].flatMap((start) => change(state.doc.lineAt(start)) ?? []);
    view.dispatch(state.update({ changes: changes as [], userEvent: "input.indent", scrollIntoView: true }));
    return true;
  };
  return keymap.of([
    {
      key: "Tab",
      run: (view) => {
        if (view.state.readOnly) return false;
        const isPoint = view.state.selection.ranges.every(({ empty }) => empty);
        if (!isPoint) return eachLine(view, ({ from }) => ({ from, insert: unit }));
        view.dispatch(view.state.replaceSelection(unit), { scrollIntoView: true, userEvent: "input" });
        return true;
      },
      shift: (view) => {
        if (view.state.readOnly) return false;
        return eachLine(view, ({ from, text }) => {
          const length = /^(\t| *)/.exec(text)?.[0].length ?? 0;
          const cut = text.startsWith("\t") ? 1 : Math.min(unit.length, length);
          return cut > 0 ? { from, to: from + cut } : null;
        });
      },
    },
  ]);
}

/** The editor of one file. Ctrl+S saves; Escape, then Tab leaves it by the keyboard. */
export default function CodeEditor(props: EditorProps) {
  const t = useT();
  const { id, fileName, value, isReadOnly, isWrapped, states } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const live = useRef(props);
  useEffect(() => {
    live.current = props;
  });

  useEffect(() => {
    if (!host.current) return;
    const around = [
      commonSetup(fileName, t),
      EditorState.readOnly.of(isReadOnly),
      ...(isWrapped ? [EditorView.lineWrapping] : []),
      EditorView.contentAttributes.of({
        "aria-label": t("bots.file.editor", { name: fileName }),
        tabindex: "0",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) live.current.onChange(update.state.doc.toString());
      }),
      keymap.of([
        {
          key: "Mod-s",
          preventDefault: true,
          run: () => {
            live.current.onSave();
            return true;
          },
        },
      ]),
    ];
    const { value: text } = live.current;
    const kept = states.get(id);
    const isKept = kept !== undefined && kept.doc.toString() === text;
    const state = isKept
      ? kept.update({ effects: surroundings.reconfigure(around) }).state
      : EditorState.create({
          doc: text,
          extensions: [surroundings.of(around), indentation(fileName), basicSetup, leaving],
        });
    const root = shadowOf(host.current);
    const made = new EditorView({ state, root, parent: root });
    view.current = made;
    return () => {
      states.set(id, made.state);
      made.destroy();
      view.current = null;
    };
  }, [id, fileName, isReadOnly, isWrapped, states, t]);

  useEffect(() => {
    const made = view.current;
    if (!made || live.current.isUnsaved() || made.state.doc.toString() === value) return;
    made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} data-editor="" className="min-h-0 flex-1 overflow-clip" />;
}
