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
    // Limits end what hangs; they judge no speed. A busy machine has taken 20 s for a page that usually takes one.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A test that leaves a server or a pool open must not hold up the run.
    teardownTimeout: 20_000,
  },
});
