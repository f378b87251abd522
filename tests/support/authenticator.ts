import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Options {
  challenge: string;
  origin?: string;
  rpId?: string;
}

const [PRESENT_AND_VERIFIED, WITH_KEY] = [0x05, 0x40];
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A passkey without a browser: what an authenticator would answer to the shop's challenges. */
export function createAuthenticator(home = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(16);
  const id = base64url(credential);
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const), // prettier-ignore
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const outside = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  const client = (type: string, { challenge, origin = home }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (flags: number, { rpId = new URL(home).hostname }: Options) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags, 0, 0, 0, 0])]);
  return {
    id,
    /** Answers a challenge to make a passkey. */
    make(options: Options) {
      const length = Buffer.from([0, credential.length]);
      const authData = Buffer.concat([
        data(PRESENT_AND_VERIFIED | WITH_KEY, options),
        Buffer.alloc(16),
        length,
        credential,
        cose,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const response = {
        clientDataJSON: base64url(client('webauthn.create', options)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
      };
      return { ...outside, response };
    },
    /** Answers a challenge to prove who it is. */
    answer(options: Options) {
      const [clientData, authData] = [client('webauthn.get', options), data(PRESENT_AND_VERIFIED, options)];
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      };
      return { ...outside, response };
    },
  };
}
