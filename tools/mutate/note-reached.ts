import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The functions a test file called. */
    reached?: string[];
  }
}

const reached = new Set<string>();
Object.assign(globalThis, { reached });

afterEach(({ task }) => {
  task.file.meta.reached = [...reached];
});
