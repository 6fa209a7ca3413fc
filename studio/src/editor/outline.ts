// What a TOML file declares itself, read without understanding it.
//
// Owns where a line lies in its file, and the names that other lines can use. It works on files with mistakes, too.

/** The sections whose keys are names that formulas can use. */
const NAMING = new Set(["rules", "player", "turn", "table", "amounts", "conditions", "parameters", "sheet"]);

/** The name of the section that a line begins, if it does: `step.roll` for `[step.roll]`. */
export function header(line: string): string | undefined {
  return /^\s*\[\[?\s*([\w.-]+)\s*\]\]?/.exec(line)?.[1];
}

/** The section in which the last of these lines lies; "" at the top of the file. */
export function sectionOf(lines: readonly string[]): string {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const name = header(lines[at] ?? "");
    if (name !== undefined) return name;
  }
  return "";
}

/** What a file declares: names for formulas, and steps. */
export interface Declared {
  names: string[];
  steps: string[];
}

/** The names that the lines declare, each once. */
export function declared(lines: readonly string[]): Declared {
  const names = new Set<string>();
  const steps = new Set<string>();
  let section = "";
  for (const line of lines) {
    const begun = header(line);
    if (begun !== undefined) {
      section = begun;
      if (section.startsWith("step.")) steps.add(section.slice("step.".length));
      continue;
    }
    const key = /^\s*([A-Za-z]\w*)\s*=/.exec(line)?.[1];
    if (key !== undefined && NAMING.has(section)) names.add(key);
  }
  return { names: [...names], steps: [...steps] };
}
