import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { ConfinedError, confine } from './confine.ts';

const dir = await mkdtemp(join(tmpdir(), 'facevalue-threads-'));
afterAll(() => rm(dir, { recursive: true }));
const file = pathToFileURL(join(dir, 'parser.mjs'));
await writeFile(
  file,
  `export async function parse(what) {
    if (what === 'endless') for (;;);
    if (what === 'memory') for (const kept = []; ; ) kept.push(new Array(100_000).fill(what));
    if (what === 'stack') return (function deeper() { return deeper() + 1; })();
    // Well after the answer: a busy reader finds both at once, and the error first.
    if (what === 'later') setTimeout(() => { throw new Error('after the answer'); }, 300);
    if (what === 'exit') process.exit(3);
    const used = () => process.threadCpuUsage().user + process.threadCpuUsage().system;
    if (what === 'busy') for (const before = used(); used() - before < 200_000; );
    if (what === 'never') return new Promise(() => {});
    return 'parsed ' + what;
  }`,
);

const limited = () => confine<string, string>({ file, name: 'parse', limit_ms: 500, memory_mb: 32 });
const parse = limited();

test.for(['endless', 'memory', 'stack', 'exit'])(
  'a call that is %s ends alone, and the next one works',
  async (what) => {
    await expect(parse(what)).rejects.toThrow(ConfinedError);
    expect(await parse('this')).toBe('parsed this');
  },
);

test('what a call throws after its answer ends nothing but its thread', async () => {
  expect(await parse('later')).toBe('parsed later');
  // In the time of another thread, the first one has long thrown: with nothing to reject, that must not end the process.
  await expect(limited()('never')).rejects.toThrow('too little of the processor');
  expect(await parse('this')).toBe('parsed this');
});

test('a call that waits for another has its whole time', async () => {
  const ended = await Promise.allSettled([parse('endless'), parse('this'), parse('endless'), parse('that')]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test('a call that only waits is not held to have used the processor, however often the thread was used', async () => {
  for (let i = 0; i < 3; i += 1) expect(await parse('busy')).toBe('parsed busy');
  const error = await parse('never').catch((cause: unknown) => cause);
  expect(error).not.toBeInstanceOf(ConfinedError);
  expect(error).toMatchObject({ message: 'A thread of its own had too little of the processor' });
});
