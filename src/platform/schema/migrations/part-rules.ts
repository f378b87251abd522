import { createHash } from 'node:crypto';
import { splitStatements } from './split-statements.ts';

/** What locks its table, or who reads through it, to the end of the transaction. */
const LOCKING =
  /^create (?:or replace )?(?:constraint )?trigger (\w+)\b.*?\bon (\w+)|^create (?:or replace )?view (\w+)/is;

interface Parts {
  /** The files without what is left as it is. */
  changed: string[];
  /** Triggers as table.name, and views, that are as they should be. */
  equal: string[];
  /** Digests of all that lock. */
  locking: string[];
}

/** What a database has: digests of what was made before, and the names of what is there still. */
interface Known {
  digests: readonly string[];
  there: readonly string[];
}

/** Parts rules into what has to be made anew, and triggers and views that were made of the same text before. */
export function partRules(texts: readonly string[], { digests, there }: Known): Parts {
  const parts: Parts = { changed: [], equal: [], locking: [] };
  for (const text of texts) {
    let changed = text;
    for (const { text: statement } of splitStatements(text)) {
      const [, trigger, table, view] = LOCKING.exec(statement) ?? [];
      if (trigger === undefined && view === undefined) continue;
      const digest = createHash('sha256').update(statement).digest('hex');
      parts.locking.push(digest);
      const name = view ?? `${table}.${trigger}`;
      if (!(digests.includes(digest) && there.includes(name))) continue;
      parts.equal.push(name);
      changed = changed.replace(`${statement};`, () => '');
    }
    parts.changed.push(changed);
  }
  return parts;
}
