import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import { type Mac, type Macs, macWith } from './macs.ts';
import { begunBy } from './ring.ts';

/** Tables whose rows give access: their MACs are by a key that can be changed, since each of their rows can be proved anew. */
export const ACCESS_TABLES = ['users', 'devices', 'sessions', 'passkeys', 'email_tokens'];

/** What a MAC of a row of a table is for. */
export const purposeOfRow = (table: string): string => `row of ${table}`;

const accessPurposes = new Set(ACCESS_TABLES.map(purposeOfRow));

/** A key for the MACs of rows that give access. */
export interface AccessKey {
  key: Buffer;
  /** From when on it is used; null for the first one. */
  starts_at: string | null;
}

/** What all processes have of the shop's keys. */
export interface SharedKeys {
  /** The key of everything else. */
  key: Buffer;
  /** The newest first. */
  access: readonly AccessKey[];
}

/** What a process without the master key can do with the keys that all share. */
export interface SharedMacs extends Macs {
  /** Goes on with changed keys. */
  adopt(shared: SharedKeys): void;
}

export function sharedMacsOf(given: SharedKeys, clock: Clock): SharedMacs {
  let shared = given;
  const mac: Mac = (purpose, text) => {
    const key = accessPurposes.has(purpose) ? begunBy(shared.access, clock.now()).key : shared.key;
    return macWith(key)(purpose, text);
  };
  return {
    mac,
    verifyMac(purpose, text, stored) {
      const keys = accessPurposes.has(purpose) ? shared.access.map((each) => each.key) : [shared.key];
      return keys.some((key) => {
        const expected = macWith(key)(purpose, text);
        return stored.length === expected.length && timingSafeEqual(expected, stored);
      });
    },
    adopt(next) {
      shared = next;
    },
  };
}

/** The keys as they pass from the process with the master key to another one. */
export const writeShared = ({ key, access }: SharedKeys): string =>
  JSON.stringify({
    key: key.toString('base64'),
    access: access.map((each) => ({ key: each.key.toString('base64'), starts_at: each.starts_at })),
  });

export function readShared(text: string): SharedKeys {
  const { key, access } = JSON.parse(text) as { key: string; access: { key: string; starts_at: string | null }[] };
  const bytes = (given: string) => Buffer.from(given, 'base64');
  return { key: bytes(key), access: access.map((each) => ({ key: bytes(each.key), starts_at: each.starts_at })) };
}
