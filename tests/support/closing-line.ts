import { writeSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

type Counts = { passed: number; failed: number; skipped: number };

/** Prints `N passed, N failed` as the last line of the run, however it ended. */
export class ClosingLine implements Reporter {
  #counts: Counts | undefined;

  onInit(vitest: Vitest): void {
    if (vitest.config.watch) return;
    // Runs last, after the database server's teardown and the other reporters.
    process.once('exit', () => {
      const { passed, failed: counted, skipped } = this.#counts ?? { passed: 0, failed: 0, skipped: 0 };
      if (counted > 0 || passed === 0) process.exitCode ||= 1;
      // An error outside of any test, such as during setup, is a failure too.
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
  // A file that fails to load and a hook that fails have no test of their own: count each as one failure.
  if (module.errors().length > 0) counts.failed++;
  for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed++;
}
