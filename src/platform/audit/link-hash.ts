import { createHash } from 'node:crypto';
import type { Vault } from '#platform/vault/create-vault.ts';

/** What makes and checks links and anchors. */
export type AuditKey = Pick<Vault, 'auditMac'>;

export interface Entry {
  id: number;
  at: string;
  actor_id: string | null;
  action: string;
  subject: string;
  address: string;
  /** The jsonb as PostgreSQL prints it: equal values give the same text. */
  details: string;
}

/** A MAC over the previous link, the position and every field of the entry. */
export function linkHash(key: AuditKey, previous: Uint8Array, position: number, entry: Entry): Buffer {
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
  entry.address,
  entry.details,
];
