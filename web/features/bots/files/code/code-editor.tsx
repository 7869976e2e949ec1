import { type ChangeSpec, Compartment, EditorState, type Line } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useEffectEvent, useRef } from "react";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { commonSetup, shadowOf, takesEscape } from "./code-setup.ts";

/** The extensions of one mounted editor, replaced when the text is mounted again. */
const surroundings = new Compartment();

/** Tab and Shift+Tab indent by two spaces in JavaScript, by four in Python. */
function indentation(fileName: string) {
  const unit = fileName.endsWith(".py") ? "    " : "  ";
  const outdent = new RegExp(`^(\t| {1,${unit.length}})`);
  const eachLine = (view: EditorView, change: (line: Line) => ChangeSpec) => {
    const { doc, selection, readOnly } = view.state;
    if (readOnly) return false;
    const lines = Array.from({ length: doc.lines }, (_, at) => doc.line(at + 1)).filter((line) =>
      selection.ranges.some(({ from, to }) => from <= line.to && to >= line.from),
    );
    view.dispatch({ changes: lines.map(change), userEvent: "input.indent", scrollIntoView: true });
    return true;
  };
  return keymap.of([
    {
      key: "Tab",
      run: (view) => {
        const { state } = view;
        const isPoint = state.selection.ranges.every(({ empty }) => empty);
        if (!isPoint || state.readOnly) return eachLine(view, ({ from }) => ({ from, insert: unit }));
        view.dispatch(state.replaceSelection(unit), { scrollIntoView: true, userEvent: "input" });
        return true;
      },
      shift: (view) =>
        eachLine(view, ({ from, text }) => ({ from, to: from + (outdent.exec(text)?.[0].length ?? 0) })),
    },
  ]);
}

/** The editor of one file. Ctrl+S saves; Escape, then Tab leaves it with the keyboard. */
export default function CodeEditor(props: {
  id: number;
  fileName: string;
  /** The text of the file; a change from outside is shown only while nothing is unsaved. */
  value: string;
  isUnsaved: () => boolean;
  isReadOnly: boolean;
  isWrapped: boolean;
  /** Undo history and selection of each file while another one is shown. */
  states: Map<number, EditorState>;
  onChange: (text: string) => void;
  onSave: () => void;
}) {
  const t = useT();
  const { id, fileName, value, isReadOnly, isWrapped, states } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useEffectEvent(() => props);
  useEffect(() => {
    if (!host.current) return;
    const save = () => {
      latest().onSave();
      return true;
    };
    const around = [
      commonSetup(fileName, t("bots.file.editor", { name: fileName }), t),
      EditorState.readOnly.of(isReadOnly),
      isWrapped ? EditorView.lineWrapping : [],
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest().onChange(update.state.doc.toString());
      }),
      keymap.of([{ key: "Mod-s", preventDefault: true, run: save }]),
      takesEscape,
    ];
    const extensions = [surroundings.of(around), indentation(fileName), basicSetup];
    const text = latest().value;
    const kept = states.get(id);
    const state =
      kept?.doc.toString() === text
        ? kept.update({ effects: surroundings.reconfigure(around) }).state
        : EditorState.create({ doc: text, extensions });
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
    if (!made || latest().isUnsaved() || made.state.doc.toString() === value) return;
    made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={host} className="min-h-0 flex-1 overflow-clip" />;
}
