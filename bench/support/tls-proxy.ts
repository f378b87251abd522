import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { until } from '#platform/jobs/until.ts';
import { freePort } from '#platform/net/free-port.ts';

export interface TlsProxy {
  url: string;
  close(): Promise<void>;
}

/** Caddy in front of a server, with HTTP/2 and a certificate of its own making. Throws if Caddy isn't installed. */
export async function startTlsProxy(target: string): Promise<TlsProxy> {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-proxy-'));
  const url = `https://localhost:${await freePort()}`;
  const file = join(dir, 'Caddyfile');
  const settings = ['admin off', 'auto_https disable_redirects', 'skip_install_trust', `storage file_system "${dir}"`];
  const site = ['bind 127.0.0.1', 'tls internal', `reverse_proxy ${new URL(target).host}`];
  await writeFile(file, `{\n${settings.join('\n')}\n}\n${url} {\n${site.join('\n')}\n}\n`);
  const env = { PATH: process.env.PATH, HOME: dir };
  const caddy = spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' });
  const failed = once(caddy, 'exit').then(
    ([code]) => `Caddy ended with ${code}.`,
    () => 'Install caddy first: the audits go through a proxy, as in production.',
  );
  const listens = until(() => answers(url), 20_000).then((isUp) => (isUp ? null : 'Caddy does not listen.'));
  const trouble = await Promise.race([failed, listens]);
  if (trouble) {
    caddy.kill();
    await rm(dir, { recursive: true, force: true });
    throw new Error(trouble);
  }
  return {
    url,
    async close() {
      caddy.kill();
      await failed;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Whether somebody listens; the certificate is nobody's that this process trusts. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    ({ cause }) => /CERT|ISSUER|SELF_SIGNED/.test(cause?.code ?? ''),
  );
