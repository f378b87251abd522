import type { z } from 'zod';
import type { programmeFacts } from '#contracts/supply/programme-facts.ts';
import type { Vault } from '#platform/vault/create-vault.ts';

type Facts = z.output<typeof programmeFacts>;

/** A secret as the database keeps it: `\x` and hex, as JSON spells bytes. */
export interface SealedAdapter {
  adapter_data_key: string | null;
  adapter_secret: string | null;
}

/** The facts of a version by the names of the columns of `programmes`, as JSON. */
export function factsRow(facts: Facts, adapter: SealedAdapter) {
  const { code } = facts.code_format;
  const prefix = code.kind === 'numeric' && code.prefix.length >= 4 ? code.prefix : null;
  const evidence_sha256 = `\\x${facts.evidence_sha256}`;
  return { ...facts, prefix, evidence_sha256, ...(facts.adapter_url ? adapter : NO_ADAPTER) };
}

export const NO_ADAPTER: SealedAdapter = { adapter_data_key: null, adapter_secret: null };

/** What the key and the secret of an adapter are sealed for. */
export const adapterAad = (programme_id: string) => `programme ${programme_id} adapter`;

/** Seals the secret that is shared with the issuer's adapter, under a key of its own. */
export function sealAdapter(vault: Vault, programme_id: string, secret: string): SealedAdapter {
  const { key, wrapped } = vault.newDataKey(adapterAad(programme_id));
  const sealed = vault.seal(key, secret, adapterAad(programme_id));
  return { adapter_data_key: hex(wrapped), adapter_secret: hex(sealed) };
}

/** Opens it again; throws VaultError when key, programme or secret differ. */
export function openAdapter(
  vault: Vault,
  programme_id: string,
  { adapter_data_key, adapter_secret }: { adapter_data_key: Uint8Array; adapter_secret: Uint8Array },
): string {
  const aad = adapterAad(programme_id);
  return vault.open(vault.unwrap(adapter_data_key, aad), adapter_secret, aad);
}

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;
