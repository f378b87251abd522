import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { segmentObject } from '../archive/segments.ts';
import { copyFile } from '../copy/copy-file.ts';
import { vouchedName } from '../sealing/object-names.ts';
import { openFolderStore } from '../store/folder-store.ts';
import { feedLog } from './feed-log.ts';

const base = await mkdtemp(join(tmpdir(), 'facevalue-feed-log-'));
afterAll(() => rm(base, { recursive: true, force: true }));

const ARCHIVE = '0123456789abcdef';
const segment = (number: number) => `00000001000000000000000${number}`;

test('a segment that another master key vouches for stops the log where the server asks for it, not before', async () => {
  await mkdir(join(base, 'store'));
  const store = await openFolderStore(join(base, 'store'));
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const [former, current] = [1, 2].map((first) => vaultOf(Buffer.alloc(32, first)).backups);
  for (const [number, macs] of [former!, former!, current!].entries())
    await copyFile(
      { store, recipient },
      { text: `log ${number + 1}` },
      vouchedName(macs, segmentObject(ARCHIVE, segment(number + 1))),
    );
  const own = async () => {};
  const from = { store, macs: former!, identity };
  const feedUp = async (numbers: number[]) => {
    const feed = await feedLog(from, { archive: ARCHIVE, folder: join(base, 'feed'), own });
    for (const number of numbers) {
      const to = join(base, `${number}`);
      const command = feed.command.replace('%f', segment(number)).replace('%p', to);
      await promisify(execFile)('/bin/sh', ['-c', command]).catch(() => {});
    }
    return feed.end();
  };
  expect(await feedUp([1, 2])).toEqual({ segments: 2 });
  expect(await readFile(join(base, '2'), 'utf8')).toBe('log 2');
  await expect(feedUp([3])).rejects.toThrow('was changed after it was stored');
});
