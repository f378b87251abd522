import { writeSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

type Counts = { passed: number; failed: number; skipped: number };

/** Says `N passed, N failed` as the last line of the run, whatever way it ended. */
export class ClosingLine implements Reporter {
  #counts: Counts | undefined;

  onInit(vitest: Vitest): void {
    if (vitest.config.watch) return;
    // Last of all, after the database server's teardown and the other reporters.
    process.once('exit', () => {
      const { passed, failed: counted, skipped } = this.#counts ?? { passed: 0, failed: 0, skipped: 0 };
      if (counted > 0 || passed === 0) process.exitCode ||= 1;
      // What went wrong outside of any test, in the set-up say, is a failure too.
      const failed = process.exitCode ? Math.max(counted, 1) : 0;
      writeSync(1, `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    });
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>): void {
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) countModule(module, counts);
    this.#counts = counts;
  }
}

function countModule(module: TestModule, counts: Counts): void {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') counts.passed++;
    else if (state === 'skipped') counts.skipped++;
    else counts.failed++;
  }
  // A file that didn't load and a hook that failed run no test of their own: each is one failure.
  if (module.errors().length > 0) counts.failed++;
  for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed++;
}
