import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** The file of a data directory that holds one anchor of the audit chain per line. */
export const anchorFileOf = (data_dir: string): string => join(data_dir, 'audit-anchors.jsonl');

/** Its lines, without one that was only half written; undefined if there is no file. */
export async function readAnchorLines(file: string): Promise<string[] | undefined> {
  try {
    return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Appends a line that survives a power cut once this resolves. */
export async function appendAnchorLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    await cutHalfLine(handle);
    await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (process.platform !== 'win32') await syncFolder(dirname(file));
}

async function cutHalfLine(handle: FileHandle): Promise<void> {
  const bytes = await handle.readFile();
  const whole = bytes.lastIndexOf('\n') + 1;
  if (whole < bytes.length) await handle.truncate(whole);
}

// A new file's name is in its folder only once that is synced too.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
