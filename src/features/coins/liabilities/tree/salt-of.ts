import type { Vault } from '#platform/vault/create-vault.ts';

/** What makes an owner's leaf one that nobody else recognises; another each night, even if one is begun again. */
export const saltOf = (vault: Vault, { at }: { at: Date }, owner_id: string): Buffer =>
  vault.own.mac('salt of a balance', `${at.toISOString()} ${owner_id}`);

export const paddingSaltOf = (vault: Vault, { at }: { at: Date }, index: number): Buffer =>
  vault.own.mac('salt of padding', `${at.toISOString()} ${index}`);
