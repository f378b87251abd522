import { z } from 'zod';
import { VaultError } from './vault-error.ts';

/** Less than what MASTER_KEY_COMMAND may take. */
const PATIENCE_MS = 15_000;
const LONGEST_REASON = 300;

/** A key of the transit engine of HashiCorp Vault or OpenBao. https://developer.hashicorp.com/vault/api-docs/secret/transit */
export interface TransitKey {
  /** Such as https://vault.example:8200, with the path of a proxy before it; http:// for this machine alone. */
  address: string;
  /** Where the engine is mounted: `transit` by default there. */
  mount: string;
  name: string;
  token: string;
}

const encrypted = z.object({ data: z.object({ ciphertext: z.string().startsWith('vault:') }) });
const decrypted = z.object({ data: z.object({ plaintext: z.base64() }) });
const refused = z.object({ errors: z.array(z.string()) });

/** Has the engine seal some bytes; what it gives back names the version of its key. Throws VaultError. */
export async function sealByTransit(key: TransitKey, bytes: Uint8Array): Promise<string> {
  const body = { plaintext: Buffer.from(bytes).toString('base64') };
  return (await ask(key, 'encrypt', { body, shape: encrypted })).data.ciphertext;
}

/** Has the engine open what it sealed. Throws VaultError. */
export async function openByTransit(key: TransitKey, ciphertext: string): Promise<Buffer> {
  return Buffer.from((await ask(key, 'decrypt', { body: { ciphertext }, shape: decrypted })).data.plaintext, 'base64');
}

interface Question<S extends z.ZodType> {
  body: Record<string, string>;
  shape: S;
}

async function ask<S extends z.ZodType>(
  { address, mount, name, token }: TransitKey,
  what: 'encrypt' | 'decrypt',
  { body, shape }: Question<S>,
): Promise<z.output<S>> {
  const path = ['v1', ...mount.split('/'), what, name].map(encodeURIComponent).join('/');
  const answer = await fetch(`${baseOf(address)}/${path}`, {
    method: 'POST',
    headers: { 'x-vault-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    throw new VaultError(`${address} didn't answer: ${error.cause?.code ?? error.name}`);
  });
  // What isn't understood may hold the key: nothing of it is shown.
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok)
    throw new VaultError(`${address} refused to ${what} with the key ${name}: ${reasonOf(answer.status, said)}`);
  const parsed = shape.safeParse(said);
  if (!parsed.success)
    throw new VaultError(`${address} answered something else than the transit engine of Vault does.`);
  return parsed.data;
}

function reasonOf(status: number, said: unknown): string {
  const errors = refused.safeParse(said).data?.errors ?? [];
  return errors.length > 0 ? `${status}, ${errors.join(', ').slice(0, LONGEST_REASON)}` : `${status}`;
}

/** Throws VaultError for an address at which the network in between would read the key. */
function baseOf(address: string): string {
  const url = URL.parse(address);
  const isHere = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere))
    return url.origin + url.pathname.replace(/\/+$/, '');
  throw new VaultError(
    `${address} must begin with https://, or with http:// on this machine: the master key goes over it.`,
  );
}
