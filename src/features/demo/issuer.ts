import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Macs } from '#platform/vault/create-vault.ts';
import { type Manifest, manifestText, signedManifest } from '../batches/manifest.ts';

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The simulated issuer of a demo programme: signs like a real one, with a key only this installation can derive. */
export function demoIssuer(vault: Macs, registration_ref: string) {
  const seed = vault.mac('demo issuer', registration_ref);
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  return {
    /** Shared with the adapter of the shop. */
    adapterSecret: vault.mac('demo adapter', registration_ref).toString('base64url'),
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
    manifest(manifest: Manifest): string {
      const text = manifestText(manifest);
      return signedManifest(text, sign(null, Buffer.from(text), key));
    },
  };
}
