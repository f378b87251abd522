import type { Vault } from '#platform/vault/create-vault.ts';

/** What a card delivers; what it does not have is null. */
export interface CardSecret {
  code: string | null;
  pin: string | null;
  url: string | null;
}

interface Place {
  card_id: string;
  programme_id: string;
}

// A ciphertext belongs to its card: moved to another row it does not open.
export const aadOf = ({ card_id, programme_id }: Place) => `card ${card_id} of ${programme_id}`;

export const dataKeyAad = (batch_id: string) => `batch ${batch_id}`;

/** Seals a card's secret under the data key of its batch. */
export function sealSecret(vault: Vault, key: Uint8Array, place: Place, secret: CardSecret): Buffer {
  return vault.seal(key, JSON.stringify(secret), aadOf(place));
}

/** A sealed card with the data key of its batch, as rows hold them. */
export interface SealedCard extends Place {
  batch_id: string;
  data_key: Uint8Array;
  sealed: Uint8Array;
}

/** Opens one card; throws VaultError when key, card or text differ. */
export const openCard = (vault: Vault, { batch_id, data_key, sealed, ...place }: SealedCard): CardSecret =>
  openSecret(vault, vault.unwrap(data_key, dataKeyAad(batch_id)), place, sealed);

/** The same under a key that is unwrapped already. */
export function openSecret(vault: Vault, key: Uint8Array, place: Place, sealed: Uint8Array): CardSecret {
  const { code, pin, url } = JSON.parse(vault.open(key, sealed, aadOf(place))) as CardSecret;
  return { code, pin, url };
}
