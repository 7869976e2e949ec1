/** The label of a field that may be left empty; `text` says so. */
export const Optional = ({ label, text }: { label: string; text: string }) => (
  <>
    {label}
    <span className="hint"> · {text}</span>
  </>
);
