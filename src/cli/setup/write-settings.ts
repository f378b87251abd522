import { chmod, chown, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/** The text of facevalue.env; throws where a value can't be written so that it is read as it was. */
export function settingsText(settings: ReadonlyMap<string, string>): string {
  const lines = [...settings].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${quoted(value)}`);
  const text = `# Written by facevalue setup. docs/operate.md explains every setting.\n${lines.join('\n')}\n`;
  const again = parseEnv(text);
  const lost = [...settings].find(([name, value]) => value !== '' && again[name] !== value);
  if (lost) throw new Error(`${lost[0]} holds every kind of quotation mark: it can't be written to facevalue.env.`);
  return text;
}

function quoted(value: string): string {
  if (/^[\w./:@,+-]+$/.test(value)) return value;
  const mark = ["'", '"', '`'].find((each) => !value.includes(each)) ?? '';
  return `${mark}${value}${mark}`;
}

/** Writes the file, which must not be there yet, for its owner alone; where root writes it, the shop's group may read it, too. */
export async function writeSettings(file: string, text: string, gid: number | null): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  if (gid === null) return;
  await chown(file, 0, gid);
  // Not by the mode above, which a umask of 077 cuts.
  await chmod(file, 0o640);
}
