import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { startEmbedded } from '#platform/embedded/embedded.ts';
import { clusterUrl, openRunning, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { openFolderStore } from '../store/folder-store.ts';
import { archiveLog } from './archive-log.ts';
import { openArchive } from './archive-state.ts';

const base = await mkdtemp(join(tmpdir(), 'facevalue-archive-log-'));
await chmod(base, 0o711);
const [dir, target] = [join(base, 'data'), join(base, 'store')];
await mkdir(target);
// Of its own: nobody else writes into its log.
const server = await startEmbedded({ dir, settings: { fsync: 'off', autovacuum: 'off' } });
const { cluster, port } = await openRunning(dir);
const sql = connect(clusterUrl(cluster, port, 'postgres', SUPERUSER), { max: 1 });
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await server.stop();
  await rm(base, { recursive: true, force: true });
});

test('the segment in use is not stored where nothing was written since the last switch', async () => {
  const key = join(base, 'master.key');
  const { own: macs } = createVault(key);
  const store = await openFolderStore(target);
  const state = await openArchive(dir, store.place);
  const recipient = await identityToRecipient(await generateX25519Identity());
  const archive = () => archiveLog({ sql, cluster, store, recipient, macs, state });
  await archive();
  const before = await state.read();
  // Neither is the segment in use noted as stored, nor one that isn't there yet taken for a gap.
  for (let idle = 0; idle < 3; idle++) await archive();
  expect(await state.read()).toEqual(before);
  await sql`create table noted (text text)`;
  await sql`insert into noted values (${randomBytes(8).toString('hex')})`;
  const [{ segment }] = await sql<[{ segment: string }]>`select pg_walfile_name(pg_current_wal_lsn()) as segment`;
  expect((await store.list(`${before.archive}/wal/`)).filter((name) => name.includes(segment))).toEqual([]);
  await archive();
  expect(await state.read()).toEqual({ ...before, stored_segment: segment });
});
