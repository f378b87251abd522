import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { S3_ACCESS, startS3 } from '#tests/support/s3-server.ts';
import { openS3Store } from './s3-store.ts';

const s3 = await startS3();
const stopped = await startS3();
stopped.stop();
const store = openS3Store(s3.target, S3_ACCESS);

async function* bytesOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const textOf = async (name: string) => Buffer.concat(await (await store.read(name)).toArray()).toString('utf8');

afterEach(() => {
  s3.interfere(() => null);
  s3.objects.clear();
  vi.unstubAllEnvs();
});

test('an object is stored under the name that its digest gives, read, listed and removed', async () => {
  const stored = await store.put((sha256) => `a/files/${sha256.slice(0, 8)}.zst`, bytesOf('one ', 'object'));
  expect(stored).toEqual({
    name: 'a/files/5a3f7ae5.zst',
    bytes: 10,
    sha256: '5a3f7ae5c9b6f97ff432fa1eacac5cd5357cecf49fddbf889a681937b4e9c21b',
  });
  expect([...s3.objects.keys()]).toEqual([`shop/${stored.name}`]);
  expect(await textOf(stored.name)).toBe('one object');
  expect(await store.list('a/')).toEqual([stored.name]);
  await store.remove(stored.name);
  await store.remove(stored.name);
  expect(await store.list('')).toEqual([]);
});

test('a list goes on where a page of it ends, and has what lies under its prefix alone', async () => {
  const names = Array.from({ length: 8 }, (_each, at) => `a/wal/${at}`);
  for (const name of [...names, 'b/wal/0']) await store.put(name, bytesOf(name));
  s3.objects.set('another/a/wal/9', Buffer.from(''));
  expect(await store.list('a/wal/')).toEqual(names);
});

test('what a store gives back otherwise than it was sent is refused, and nothing stays on this disk', async () => {
  s3.interfere((method) => (method === 'GET' ? Buffer.from('other') : null));
  await expect(store.put('a', bytesOf('one'))).rejects.toThrow('gave back other bytes than were stored as a');
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('facevalue-backup-'))).toEqual([]);
});

test('a store that is busy is asked again', async () => {
  let busy = 2;
  s3.interfere(() => (busy-- > 0 ? [503, 'SlowDown'] : null));
  await store.put('a', bytesOf('one'));
  s3.interfere(() => null);
  expect(await textOf('a')).toBe('one');
});

test.each([
  [
    'a wrong secret',
    s3.target,
    { ...S3_ACCESS, secret: 'other' },
    'refuses the key in BACKUP_S3_KEY_ID (SignatureDoesNotMatch)',
  ],
  [
    'an unknown key',
    s3.target,
    { ...S3_ACCESS, key_id: 'other' },
    'refuses the key in BACKUP_S3_KEY_ID (InvalidAccessKeyId)',
  ],
  ['another region', s3.target, { ...S3_ACCESS, region: 'us-east-1' }, 'answered 400 AuthorizationHeaderMalformed.'],
  ['no such bucket', s3.target.replace('cards', 'gone'), S3_ACCESS, 'There is no bucket gone at 127.0.0.1'],
  ['no server', stopped.target, S3_ACCESS, `${stopped.host} can't be reached (ECONNREFUSED)`],
])('%s is named with what to do, and without the secret', async (_what, target, access, sentence) => {
  const asked = openS3Store(target, access);
  for (const work of [() => asked.list(''), () => asked.put('a', bytesOf('one')), () => asked.remove('a')]) {
    const error: Error = await work().then(
      () => expect.unreachable(),
      (refused) => refused,
    );
    expect(error.message).toContain(sentence);
    expect(error.message).not.toContain(access.secret);
    expect(error.name).toBe('BackupError');
  }
});

test('a missing object, a clock that is wrong and a folder without room are named', async () => {
  await expect(store.read('a/gone')).rejects.toThrow(`a/gone is missing in ${s3.target}.`);
  s3.interfere(() => [403, 'RequestTimeTooSkewed']);
  await expect(store.read('a')).rejects.toThrow('set the clock of this machine');
  vi.stubEnv('TMPDIR', '/nonexistent');
  await expect(store.put('a', bytesOf('one'))).rejects.toThrow('set TMPDIR to a folder with room');
});

test.each([
  's3:https://host',
  's3:https://key:secret@host/cards',
  's3:ftp://host/cards',
  's3:https://host/ca%20rds',
  's3:cards',
])('%s is no bucket', (target) => {
  expect(() => openS3Store(target, S3_ACCESS)).toThrow('A bucket is written as s3:https://HOST/BUCKET/FOLDER');
});

test('without a key no bucket is opened', () => {
  expect(() => openS3Store(s3.target, null)).toThrow('Set BACKUP_S3_KEY_ID and BACKUP_S3_SECRET');
});

/** Answers a question for a list with this text. */
const listAs = (...parts: string[]) =>
  s3.interfere((method, name) => (method === 'GET' && name === '' ? Buffer.from(parts.join('')) : null));

test('names that no shop writes are left out of a list: in a URL they would lead to what is not listed', async () => {
  const strange = ['../../other/x', '%2e%2e/%2e%2e/other/x', './x', 'x?versionId=1', 'x#', 'wal//x', 'b\u0001'];
  listAs('<R>', ...['wal/1', ...strange].map((name) => `<Key>shop/a/${name}</Key>`), '<Key>another/a/x</Key></R>');
  expect(await store.list('a/')).toEqual(['a/wal/1']);
});

test('a list that leads in a circle, and an answer that never ends, are refused', async () => {
  let asked = 0;
  s3.interfere((method, name) => {
    if (method !== 'GET' || name !== '') return null;
    asked += 1;
    return Buffer.from(
      asked < 9 ? '<R><Key>shop/a/1</Key><NextContinuationToken>on</NextContinuationToken></R>' : '<R/>',
    );
  });
  await expect(store.list('a/')).rejects.toThrow(`${s3.target} has no end to its list`);
  expect(asked).toBe(2);
  listAs('<R><Key>shop/a/1</Key>', ' '.repeat(9e6), '</R>');
  await expect(store.list('a/')).rejects.toThrow(`${s3.host} gave an answer without an end`);
});

test('entities of a document are not expanded, and words of the store not shown', async () => {
  listAs('<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><r><Key>shop/a/&b;</Key></r>');
  expect(await store.list('a/')).toEqual([]);
  s3.interfere(() => [400, '&#27;[2JAll is well']);
  await expect(store.list('a/')).rejects.toThrow(/^127\.0\.0\.1:\d+ answered 400\.$/);
});
