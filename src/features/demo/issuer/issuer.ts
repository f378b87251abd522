import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Macs } from '#platform/vault/create-vault.ts';
import { type Manifest, manifestText } from '../../supply/batches/manifest.ts';
import { signedText } from '../../supply/batches/signed-text.ts';
import { type Report, reportText } from '../../supply/issuers/reports/report-text.ts';

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The simulated issuer of a demo programme: signs like a real one, with a key only this installation can derive. */
export function demoIssuer(vault: Macs, registration_ref: string) {
  const seed = vault.mac('demo issuer', registration_ref);
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const signed = (text: string) => signedText(text, sign(null, Buffer.from(text), key));
  return {
    /** Shared with the adapter of the shop. */
    adapterSecret: vault.mac('demo adapter', registration_ref).toString('base64url'),
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
    manifest: (manifest: Manifest): string => signed(manifestText(manifest)),
    report: (report: Report): string => signed(reportText(report)),
  };
}
