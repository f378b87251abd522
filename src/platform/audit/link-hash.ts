import { createHash } from 'node:crypto';
import type { Vault } from '#platform/vault/create-vault.ts';

/** What makes and checks links and anchors. */
export type AuditKey = Pick<Vault, 'auditMac' | 'audit_number' | 'auditKeys'>;

/** One key of it. */
type LinkKey = Pick<Vault, 'auditMac'>;

export interface Entry {
  id: number;
  at: string;
  actor_id: string | null;
  action: string;
  subject: string;
  address: string;
  /** The jsonb as PostgreSQL prints it: equal values give the same text. */
  details: string;
  /** What a link covers instead of the address, which is made coarse later; null for one from before. */
  address_digest?: Uint8Array | null;
  coarse_digest?: Uint8Array | null;
}

/** A keyed digest of an entry's address: nobody without the key can try addresses. */
export const addressDigest = (key: LinkKey, id: number, address: string): Buffer =>
  key.auditMac('address', JSON.stringify([id, address]));

/** Whether an address is the one that was sealed, or its network. */
export function isSealedAddress(key: LinkKey, { id, address, address_digest, coarse_digest }: Entry): boolean {
  if (!address_digest || !coarse_digest) return true;
  const digest = addressDigest(key, id, address);
  return digest.equals(address_digest) || digest.equals(coarse_digest);
}

/** A MAC over the previous link, the position and every field of the entry, of its address the digests. */
export function linkHash(key: LinkKey, previous: Uint8Array, position: number, entry: Entry): Buffer {
  return key.auditMac('link', JSON.stringify([Buffer.from(previous).toString('hex'), ...fieldsOf(position, entry)]));
}

/** How links were made before migration 0020: anyone can compute it. */
export function unkeyedHash(previous: Uint8Array, position: number, entry: Entry): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify(fieldsOf(position, entry)))
    .digest();
}

const fieldsOf = (position: number, entry: Entry) => [
  position,
  entry.id,
  entry.at,
  entry.actor_id,
  entry.action,
  entry.subject,
  entry.address_digest && entry.coarse_digest
    ? [entry.address_digest, entry.coarse_digest].map((digest) => Buffer.from(digest).toString('hex'))
    : entry.address,
  entry.details,
];
