import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tests/support/closing-line.ts';
import { compileMessages } from './tools/compile-messages.ts';

export default defineConfig({
  plugins: [compileMessages()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/database-server.ts'],
    setupFiles: ['tests/support/refuse-console-error.ts', 'tests/support/fixed-seed.ts'],
    reporters: ['default', new ClosingLine()],
    pool: 'forks',
    // Twice the cores of a small machine: many tests wait for nodes, sockets and timers. Six took longer than four.
    maxWorkers: 4,
    // Each file has its own shop and database; sharing the modules saves nearly a second of CPU time per file.
    isolate: false,
    // On a busy machine a page may need seconds for what usually takes one frame.
    expect: { poll: { timeout: 10_000 } },
    // Twice what the slowest tests took on the slowest machine so far; those that need more say so.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that leaves a server or a pool open must not hold up the run.
    teardownTimeout: 20_000,
  },
});
