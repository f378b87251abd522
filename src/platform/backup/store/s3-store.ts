import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { BackupError, type BackupStore, type Stored } from './backup-store.ts';
import { digestOf, type Written, writeFile } from './local-file.ts';
import { readAnswer } from './read-answer.ts';
import { readS3Target, S3_FORM, type S3Target } from './s3-target.ts';
import { textsIn } from './texts-in.ts';

/** What opens a bucket. */
export interface S3Access {
  region: string;
  key_id: string;
  secret: string;
}

interface Bucket extends S3Target {
  target: string;
  client: AwsClient;
}

const RETRIES = 4;
const INITIAL_RETRY_MS = 200;
/** Of one list. A shop that keeps its log for a year has a million. */
const MAX_NAMES = 5_000_000;
/** A part of a name that a shop writes. In a URL, any other could lead elsewhere. */
const PART_OF_NAME = /^(?!\.\.?$)[\w.-]{1,255}$/;

/**
 * Backups in a bucket of any store that speaks S3 (Signature Version 4, by paths); `target` as in BACKUP_TARGET. An object waits in
 * TMPDIR until its digest is known, which the request is signed with.
 */
export function openS3Store(target: string, access: S3Access | null): BackupStore {
  const found = readS3Target(target);
  if (!found) throw new BackupError(S3_FORM);
  if (!access)
    throw new BackupError('Set BACKUP_S3_KEY_ID and BACKUP_S3_SECRET: without them no bucket can be opened.');
  const client = new AwsClient({
    accessKeyId: access.key_id,
    secretAccessKey: access.secret,
    region: access.region,
    service: 's3',
    retries: RETRIES,
    initRetryMs: INITIAL_RETRY_MS,
  });
  const bucket: Bucket = { ...found, target, client };
  return {
    place: target,
    put: (nameOf, bytes) => put(bucket, nameOf, bytes),
    read: (name) => read(bucket, name),
    list: (prefix) => list(bucket, prefix),
    async remove(name) {
      const answer = await ask(bucket, name, { method: 'DELETE' });
      if (!answer.ok) throw await refusal(bucket, answer);
    },
  };
}

async function put(
  bucket: Bucket,
  nameOf: string | ((sha256: string) => string),
  bytes: AsyncIterable<Uint8Array>,
): Promise<Stored> {
  const folder = await mkdtemp(join(tmpdir(), 'facevalue-backup-')).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`No file can be made in ${tmpdir()} (${error.code}): set TMPDIR to a folder with room.`);
  });
  try {
    const file = join(folder, 'object');
    const written = await writeFile(file, bytes);
    const name = typeof nameOf === 'string' ? nameOf : nameOf(written.sha256);
    await send(bucket, name, { file, written });
    if ((await digestOf(await read(bucket, name))) !== written.sha256) {
      throw new BackupError(`${bucket.target} gave back other bytes than were stored as ${name}: ask whoever runs it.`);
    }
    return { name, ...written };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function send(bucket: Bucket, name: string, { file, written }: { file: string; written: Written }) {
  const answer = await ask(bucket, name, {
    method: 'PUT',
    body: await openAsBlob(file),
    headers: { 'x-amz-content-sha256': written.sha256 },
  });
  if (!answer.ok) throw await refusal(bucket, answer);
  await answer.body?.cancel();
}

async function read(bucket: Bucket, name: string): Promise<Readable> {
  const answer = await ask(bucket, name, { method: 'GET' });
  if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream);
  throw await refusal(bucket, answer, name);
}

async function list(bucket: Bucket, prefix: string): Promise<string[]> {
  const names: string[] = [];
  const given = new Set<string>();
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', prefix: bucket.prefix + prefix, ...(token && { 'continuation-token': token }) };
    const answer = await ask(bucket, null, { method: 'GET' }, query);
    if (!answer.ok) throw await refusal(bucket, answer);
    const texts = textsIn(await readAnswer(answer));
    const found = (texts.get('Key') ?? []).filter((key) => key.startsWith(bucket.prefix + prefix));
    for (const key of found) {
      const name = key.slice(bucket.prefix.length);
      if (name.split('/').every((part) => PART_OF_NAME.test(part))) names.push(name);
    }
    token = texts.get('NextContinuationToken')?.[0];
    if (token && (given.has(token) || names.length > MAX_NAMES))
      throw new BackupError(`${bucket.target} has no end to its list: ask whoever runs it.`);
    if (token) given.add(token);
  } while (token);
  return names.sort();
}

/** Sends one request about an object, or about the bucket where there is no name. */
async function ask(
  { client, bucket_url, prefix, target }: Bucket,
  name: string | null,
  request: RequestInit,
  query?: Record<string, string>,
): Promise<Response> {
  const url = new URL(name === null ? bucket_url : `${bucket_url}/${prefix}${name}`);
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
  try {
    return await client.fetch(url, { redirect: 'error', ...request });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    throw new BackupError(
      `${url.host} can't be reached${cause?.code ? ` (${cause.code})` : ''}: check the host in ${target} and the network.`,
      { cause: error },
    );
  }
}

/** What the store's refusal means for the operator. */
async function refusal({ bucket_url, target }: Bucket, answer: Response, name?: string): Promise<BackupError> {
  const { host, pathname } = new URL(bucket_url);
  const bucket = pathname.slice(1);
  const said = textsIn(await readAnswer(answer)).get('Code')?.[0] ?? '';
  // Shown at a terminal: a store's own words are not.
  const code = /^\w{1,60}$/.test(said) ? said : '';
  if (code === 'RequestTimeTooSkewed')
    return new BackupError(`${host} has another time: set the clock of this machine.`);
  if (code === 'NoSuchBucket') return new BackupError(`There is no bucket ${bucket} at ${host}: make it.`);
  if (answer.status === 404 && name !== undefined) return new BackupError(`${name} is missing in ${target}.`);
  if (answer.status === 401 || answer.status === 403) {
    return new BackupError(
      `${host} refuses the key in BACKUP_S3_KEY_ID${code && ` (${code})`}: it must list ${bucket}, and get, put and delete its objects.`,
    );
  }
  return new BackupError(`${host} answered ${answer.status}${code && ` ${code}`}.`);
}
