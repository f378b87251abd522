import type { StatementLayout } from '#contracts/supply/bank-statements.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { type FileProblem, type StatementFile, UnreadableError } from './statement-file.ts';

const DECLARED = /^\s*<\?xml[^>]*encoding=["']([\w-]{1,20})["']/;
const ENCODINGS = ['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii'];

/** Reads a stranger's file. Runs in a thread of its own, where it may fail or take for ever. */
export function readStatement(file: {
  bytes: Uint8Array;
  layout: StatementLayout | null;
}): StatementFile | FileProblem {
  try {
    const text = textOf(file.bytes);
    const read = text.trimStart().startsWith('<') ? readCamt(text) : readCsv(text, needed(file.layout));
    if (read.entries.length === 0) throw new UnreadableError('no_entries');
    return read;
  } catch (error) {
    if (error instanceof UnreadableError) return { problem: error.problem, place: error.place };
    throw error;
  }
}

function needed(layout: StatementLayout | null): StatementLayout {
  if (!layout) throw new UnreadableError('columns');
  return layout;
}

/** By what an XML file says of itself; else UTF-8, and where it is none, what older programs of banks write. */
function textOf(bytes: Uint8Array): string {
  const declared = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1]?.toLowerCase();
  if (declared !== undefined && !ENCODINGS.includes(declared)) throw new UnreadableError('unreadable');
  if (bytes.includes(0)) throw new UnreadableError('unreadable');
  if (declared !== undefined && declared !== 'utf-8') return new TextDecoder(declared).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (declared === 'utf-8') throw new UnreadableError('unreadable');
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
