declare global {
  interface ImportMeta {
    glob<Text>(patterns: string[], options: object): Record<string, Text>;
  }
}

const files = import.meta.glob<string>(["../samples/*"], { query: "?raw", import: "default", eager: true });

/** The text of a sample file, one for each kind of list. */
export function sample(name: string): string {
  const text = files[`../samples/${name}`];
  if (text === undefined) throw new Error(`there is no sample ${name}`);
  return text;
}
