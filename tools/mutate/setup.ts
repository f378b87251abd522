import { afterEach, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The functions that a test called; of a file, those that were called outside its tests. */
    reached?: string[];
  }
}

declare global {
  /** The tests of the file to run, by what their ids say apart from the file; undefined: all. */
  var chosenTests: string[] | undefined;
}

const reached = new Set<string>();
let failed = false;
Object.assign(globalThis, { reached });

// One failure kills a mutant: the rest of the file is skipped, as is what doesn't reach it.
beforeEach(({ task, skip }) => {
  skip(failed || globalThis.chosenTests?.includes(placeOf(task.id)) === false);
  task.file.meta.reached = [...(task.file.meta.reached ?? []), ...reached];
  reached.clear();
});

afterEach(({ task }) => {
  failed ||= task.result?.state === 'fail';
  task.meta.reached = [...reached];
  reached.clear();
});

/** What a test's id says besides its file, whose own id changes with each mutant. */
const placeOf = (id: string) => id.slice(id.indexOf('_') + 1);
