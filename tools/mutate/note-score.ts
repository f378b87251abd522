import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface Score {
  mutants: number;
  killed: number;
  /** The day of the run, and the tests that it measured; `named`: only those whose names fit. */
  on: string;
  tests: string;
  named: string | undefined;
}

/** Notes how many mutants of a source file its tests killed, in a JSON file with the scores of others, in the order of their paths. */
export function noteScore(into: string, path: string, score: Score): void {
  const scores: Record<string, Score> = existsSync(into) ? JSON.parse(readFileSync(into, 'utf8')) : {};
  const noted = Object.entries({ ...scores, [path]: score }).sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = noted.map(([file, of]) => `  ${JSON.stringify(file)}: ${JSON.stringify(of)}`);
  writeFileSync(into, `{\n${lines.join(',\n')}\n}\n`);
}
