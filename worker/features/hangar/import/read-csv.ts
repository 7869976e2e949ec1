/**
 * The records of a CSV text (RFC 4180), their cells trimmed; empty lines are none. A cell may be quoted after spaces, as
 * exporters write it that put a space behind each comma. Semicolons separate where the first line has no comma.
 */
export function readCsv(text: string): string[][] {
  const [first = ""] = text.split("\n", 1);
  const separator = first.includes(",") ? "," : ";";
  const records: string[][] = [];
  let record: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    record.push(cell.trim());
    cell = "";
  };
  const endRecord = () => {
    endCell();
    if (record.some((each) => each !== "")) records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n") endRecord();
    else cell += character;
  }
  endRecord();
  return records;
}
