import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { signingChallenge } from '../passkeys/challenge.ts';

/** A kept signature, with the text of the decision as its proposal says it now. */
export interface StoredSignature {
  text: string;
  nonce: string;
  credential_id: string;
  public_key: Uint8Array;
  origin: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
}

/** Whether this key signed this decision for a shop at this origin, and verified its person. */
export async function signsDecision(stored: StoredSignature): Promise<boolean> {
  const { credential_id: id, origin } = stored;
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: stored.client_data,
        authenticatorData: stored.authenticator_data,
        signature: stored.signature,
      },
    },
    expectedChallenge: signingChallenge(stored.nonce, stored.text),
    expectedOrigin: origin,
    expectedRPID: URL.canParse(origin) ? new URL(origin).hostname : '',
    // How often it was used was compared when it signed.
    credential: { id, publicKey: new Uint8Array(stored.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  return checked?.verified === true;
}
