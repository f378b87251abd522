import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openArchive } from './archive-state.ts';

const base = await mkdtemp(join(tmpdir(), 'facevalue-archive-'));
afterAll(() => rm(base, { recursive: true }));
const SEGMENT = '000000010000000000000007';

test('what the log stored while a backup ran stays noted, and a gap meanwhile asks for another backup', async () => {
  const dir = join(base, 'data');
  await mkdir(dir);
  const [log, backup] = [await openArchive(dir, '/mnt'), await openArchive(dir, '/mnt')];
  const { gaps } = await backup.read();
  await log.noteStored(SEGMENT);
  await backup.noteCovered(gaps);
  expect(await log.read()).toMatchObject({ stored_segment: SEGMENT, gaps, covered_gaps: gaps });
  await log.noteGap();
  await backup.noteCovered(gaps);
  expect(await log.read()).toMatchObject({ stored_segment: null, gaps: gaps + 1, covered_gaps: gaps });
});

test('each place and each copy of a data directory has an archive of its own', async () => {
  const dir = join(base, 'data');
  const { archive } = await (await openArchive(dir, '/mnt')).read();
  expect((await (await openArchive(dir, '/mnt')).read()).archive).toBe(archive);
  expect((await (await openArchive(dir, '/other')).read()).archive).not.toBe(archive);
  await cp(dir, join(base, 'copy'), { recursive: true });
  expect((await (await openArchive(join(base, 'copy'), '/mnt')).read()).archive).not.toBe(archive);
});
