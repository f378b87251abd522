import type { Vault } from '#platform/vault/create-vault.ts';
import type { Chunk } from '../check/check-rows.ts';

interface Place {
  import_id: string;
  chunk: number;
}

export const importKeyAad = (import_id: string) => `import ${import_id}`;

const chunkAad = ({ import_id, chunk }: Place) => `chunk ${chunk} of import ${import_id}`;

export const sealChunk = (vault: Vault, key: Uint8Array, place: Place, rows: Chunk): Buffer =>
  vault.seal(key, JSON.stringify(rows), chunkAad(place));

export const openChunk = (vault: Vault, key: Uint8Array, place: Place, sealed: Uint8Array): Chunk =>
  JSON.parse(vault.open(key, sealed, chunkAad(place))) as Chunk;
