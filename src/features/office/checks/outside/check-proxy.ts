import { once } from 'node:events';
import { connect } from 'node:tls';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { readProxies } from '#platform/http/client-reader.ts';
import { loopback } from '#platform/unsafe-start.ts';
import type { Finding } from '../findings/finding.ts';

const TIMEOUT_MS = 5_000;
/** Certificates are renewed a month before their end. */
const ENDS_SOON_MS = 14 * DAY_MS;

interface Asked {
  config: Config;
  clock: Clock;
  /** Who asks for the check, as the shop sees it; null at the command line. */
  caller: string | null;
}

/**
 * Asks the shop at PUBLIC_URL, as browsers do: whether the name leads here, by TLS with a certificate that counts and isn't
 * about to end, and whether the proxy in front says where visitors come from.
 */
export async function checkProxy({ config, clock, caller }: Asked): Promise<Finding[]> {
  const { public_url, trusted_proxies } = config;
  const { hostname: host, protocol } = new URL(public_url);
  if (loopback.test(host) && protocol === 'http:')
    return [{ name: 'proxy', state: 'off', found: message('doctor.proxy.off') }];
  const failed = (found: Finding['found'], advice: Finding['found']): Finding[] => [
    { name: 'proxy', state: 'failed', found, advice },
  ];
  const reason = await reasonOfNoAnswer(public_url);
  if (reason) return failed(message('doctor.proxy.away', { host, reason }), message('doctor.proxy.away.do'));
  if (trusted_proxies.length === 0)
    return failed(message('doctor.proxy.untrusted'), message('doctor.proxy.untrusted.do'));
  // A proxy that sends no header is itself the visitor.
  if (caller !== null && readProxies(trusted_proxies).isTrusted(caller))
    return failed(message('doctor.proxy.no_header', { address: caller }), message('doctor.proxy.no_header.do'));
  const ends = protocol === 'https:' ? await endOfCertificate(public_url) : null;
  if (ends !== null && ends.getTime() - clock.now().getTime() < ENDS_SOON_MS) {
    const found = message('doctor.proxy.ends', { at: { at: ends.toISOString(), day: true } });
    return [{ name: 'proxy', state: 'warning', found, advice: message('doctor.proxy.ends.do') }];
  }
  return [{ name: 'proxy', state: 'well', found: message('doctor.proxy.well', { host }) }];
}

/** Why the shop doesn't answer at its address; null where it does. */
async function reasonOfNoAnswer(public_url: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${public_url}/healthz`, { redirect: 'manual', signal });
    const text = (await answer.text()).slice(0, 10);
    return answer.status === 200 && text === 'ok\n' ? null : `HTTP ${answer.status}`;
  } catch (error) {
    const { code, message: said } =
      (error as { cause?: NodeJS.ErrnoException }).cause ?? (error as NodeJS.ErrnoException);
    return code ?? said;
  }
}

async function endOfCertificate(public_url: string): Promise<Date> {
  const { hostname: host, port } = new URL(public_url);
  const socket = connect({ host, port: Number(port || 443), servername: host });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
