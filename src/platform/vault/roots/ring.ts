import { z } from 'zod';
import { keyIdOf } from './derive-key.ts';

/** What is rotated by itself: what wraps data keys, what links and anchors the audit log, and what proves rows that give access. */
export const KEY_KINDS = ['data', 'audit', 'session'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** A key of a kind. The first of each kind is derived from the shop's first master key. */
export interface RingKey {
  kind: KeyKind;
  /** Counts up from 1. */
  number: number;
  /** Names it, as eight hex digits. */
  id: string;
  /** 32 bytes that its keys are derived from; null once it was retired. */
  root: Buffer | null;
  /** When it was made, and from when on it is used; null for the first one. */
  made_at: string | null;
  starts_at: string | null;
  retired_at: string | null;
}

/** A master key that was replaced. */
export interface FormerMaster {
  root: Buffer;
  until: string;
}

/** Every root key of a shop. The database has it sealed under the master key. */
export interface Ring {
  /** Counts up with each change; 0 while nothing was ever changed. */
  version: number;
  /** The first master key: digests, indexes and signatures are by it for good. */
  first: Buffer;
  /** Backups that were made with them are recognized by them. */
  former: readonly FormerMaster[];
  keys: readonly RingKey[];
}

/** What a shop has that never changed a key. */
export function firstRing(masterKey: Uint8Array): Ring {
  const first = Buffer.from(masterKey);
  const keys = KEY_KINDS.map((kind) => ({
    kind,
    number: 1,
    id: keyIdOf(first).toString('hex'),
    root: first,
    made_at: null,
    starts_at: null,
    retired_at: null,
  }));
  return { version: 0, first, former: [], keys };
}

/** The keys of a kind that still count, the newest first. */
export const validKeys = (ring: Ring, kind: KeyKind): (RingKey & { root: Buffer })[] =>
  ring.keys
    .filter((key): key is RingKey & { root: Buffer } => key.kind === kind && key.root !== null)
    .toSorted((one, other) => other.number - one.number);

/** The newest key of a kind that is used by now. Others know of it by then: it was published before. */
export const keyInUse = (ring: Ring, kind: KeyKind, now: Date): RingKey & { root: Buffer } =>
  begunBy(validKeys(ring, kind), now);

/** The newest one that is used by now, of keys with the newest first. */
export const begunBy = <Key extends { starts_at: string | null }>(keys: readonly Key[], now: Date): Key =>
  keys.find(({ starts_at }) => starts_at === null || starts_at <= now.toISOString()) ?? keys.at(-1)!;

const bytes = z.codec(z.base64(), z.instanceof(Buffer<ArrayBuffer>), {
  decode: (text) => Buffer.from(text, 'base64'),
  encode: (given) => given.toString('base64'),
});
const time = z.iso.datetime();
const shape = z.strictObject({
  version: z.int().nonnegative(),
  first: bytes,
  former: z.array(z.strictObject({ root: bytes, until: time })),
  keys: z.array(
    z.strictObject({
      kind: z.enum(KEY_KINDS),
      number: z.int().positive(),
      id: z.string().regex(/^[0-9a-f]{8}$/),
      root: bytes.nullable(),
      made_at: time.nullable(),
      starts_at: time.nullable(),
      retired_at: time.nullable(),
    }),
  ),
});

export const writeRing = (ring: Ring): string => JSON.stringify(shape.encode(ring as z.output<typeof shape>));

export const parseRing = (text: string): Ring => shape.decode(JSON.parse(text));
