import type { Vault } from '#platform/vault/create-vault.ts';
import type { GuardedRow } from '../../../oversight/import-guard/row-guard.ts';
import type { CheckedRow, Chunk } from '../check/check-rows.ts';

interface Place {
  import_id: string;
  chunk: number;
}

export const importKeyAad = (import_id: string) => `import ${import_id}`;

const FIELDS = ['code', 'pin', 'face_value_cents', 'currency', 'expires_on'] as const;

// With the order of the fields: a chunk that an earlier release sealed must not be read in another one.
export const chunkAad = ({ import_id, chunk }: Place) => `chunk ${chunk} of import ${import_id}: ${FIELDS.join()}`;

/** A row without the names of its columns, which would be most of a chunk. */
type Packed = [number, ...(string | number | null)[]];

const pack = ({ number, card }: CheckedRow): Packed => [number, ...FIELDS.map((field) => card[field])];
// The fields of a row, in the order in which `pack` took them from it.
const unpack = ([number, ...values]: Packed): CheckedRow => ({
  number,
  card: Object.fromEntries(FIELDS.map((field, at) => [field, values[at]])) as unknown as GuardedRow,
});

export function sealChunk(vault: Vault, key: Uint8Array, place: Place, { before, rows }: Chunk): Buffer {
  return vault.seal(key, JSON.stringify({ before, rows: rows.map(pack) }), chunkAad(place));
}

export function openChunk(vault: Vault, key: Uint8Array, place: Place, sealed: Uint8Array): Chunk {
  const { before, rows } = JSON.parse(vault.open(key, sealed, chunkAad(place)));
  return { before, rows: rows.map(unpack) };
}
