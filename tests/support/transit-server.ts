import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * A fake at the edge of the system: it answers as the transit engine of HashiCorp Vault does, by its documentation. The real one is in no
 * registry that tests may use.
 */
export async function startTransit({
  token,
  key,
  mount = 'transit',
  behind = '',
}: {
  token: string;
  key: string;
  mount?: string;
  /** The path of a proxy. */
  behind?: string;
}) {
  const secret = randomBytes(32);
  const seal = (plaintext: string) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', secret, iv);
    const sealed = Buffer.concat([cipher.update(plaintext, 'base64'), cipher.final()]);
    return `vault:v1:${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')}`;
  };
  const open = (ciphertext: string) => {
    const bytes = Buffer.from(ciphertext.replace(/^vault:v1:/, ''), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64');
  };
  const answer = (path: string, given: string | undefined, body: { plaintext?: string; ciphertext?: string }) => {
    if (given !== token) return { status: 403, said: { errors: ['permission denied'] } };
    try {
      if (path === `${behind}/v1/${mount}/encrypt/${key}`)
        return { status: 200, said: { data: { ciphertext: seal(body.plaintext!) } } };
      if (path === `${behind}/v1/${mount}/decrypt/${key}`)
        return { status: 200, said: { data: { plaintext: open(body.ciphertext!) } } };
      return { status: 404, said: { errors: [] } };
    } catch {
      return { status: 400, said: { errors: ['cipher: message authentication failed'] } };
    }
  };
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { plaintext?: string; ciphertext?: string };
    const { status, said } = answer(request.url!, request.headers['x-vault-token'] as string | undefined, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${behind}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}
