import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

// A test that expects an error to be printed replaces console.error itself, with vi.spyOn.
const print = console.error;
const printed: string[] = [];

console.error = (...values: unknown[]) => {
  printed.push(format(...values));
  print(...values);
};

function refuse(): void {
  const lines = printed.splice(0);
  if (lines.length > 0) throw new Error(`console.error was called unexpectedly: ${lines.join('\n')}`);
}

afterEach(refuse);
afterAll(refuse);
