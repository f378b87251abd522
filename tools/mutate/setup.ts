import { afterEach, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The functions a test file called. */
    reached?: string[];
  }
}

const reached = new Set<string>();
let failed = false;
Object.assign(globalThis, { reached });

// One failure kills a mutant: the rest of the file is skipped.
beforeEach(({ skip }) => skip(failed));

afterEach(({ task }) => {
  failed ||= task.result?.state === 'fail';
  task.file.meta.reached = [...reached];
});
