import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleType,
  retry,
  wrap,
} from 'cockatiel';
import type { Clock } from '#platform/clock.ts';
import { type Config, DEMO_ISSUER_HOST } from '#platform/config.ts';
import { isLoopback, isPublic, type Resolve } from '#platform/http/outgoing/checked-lookup.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';
import { type Answer, type Limits, sendRequest } from '#platform/http/outgoing/send-request.ts';
import { NONCE, SIGNATURE, signMessage, TIMESTAMP } from '#platform/http/outgoing/signatures.ts';
import { AdapterError } from './adapter-error.ts';
import { type IssuerAnswer, readAnswer } from './read-answer.ts';

declare module '../../../ctx.ts' {
  interface Ctx {
    /** Remembers which issuers to leave alone for a while. */
    issuers: IssuerClient;
  }
}

export interface Adapter {
  programme_id: string;
  /** The issuer's own reference of the programme. */
  registration_ref: string;
  /** The base address, which the path of the question is added to. */
  url: string;
  secret: string;
}

export interface IssuerClient {
  /** What the issuer says of cards, by their digests; throws an AdapterError for an answer that doesn't count. */
  ask(adapter: Adapter, digests: readonly string[]): Promise<IssuerAnswer>;
}

interface Parts {
  config: Pick<Config, 'issuer_hosts' | 'issuer_demo_url' | 'issuer_limits'>;
  clock: Clock;
}

const MAX_BYTES = 1_000_000;
const RETRIES = 2;
const FAILURES_TO_PAUSE = 5;

/** Asks issuers' adapters. Failed questions are repeated; after five failures in a row a programme's issuer is left alone for a while. */
export function createIssuerClient(
  { config, clock }: Parts,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): IssuerClient {
  const { timeout_ms, retry_ms, pause_ms } = config.issuer_limits;
  const policyOf = () =>
    wrap(
      retry(
        handleType(AdapterError, (error) => error.transient),
        { maxAttempts: RETRIES, backoff: new ExponentialBackoff({ initialDelay: retry_ms }) },
      ),
      circuitBreaker(handleType(AdapterError), {
        breaker: new ConsecutiveBreaker(FAILURES_TO_PAUSE),
        halfOpenAfter: pause_ms,
      }),
    );
  const policies = new Map<string, ReturnType<typeof policyOf>>();

  async function askOnce(adapter: Adapter, digests: readonly string[]): Promise<IssuerAnswer> {
    const { url, allowed } = targetOf(config, adapter.url);
    const { registration_ref: programme, secret } = adapter;
    const now = clock.now();
    const nonce = randomBytes(16).toString('hex');
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const body = JSON.stringify({ programme, cards: digests });
    const signature = signMessage(secret, { kind: 'request', timestamp, nonce, body });
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      [TIMESTAMP]: timestamp,
      [NONCE]: nonce,
      [SIGNATURE]: signature,
    };
    const answer = await postTo(url, { headers, body }, { timeout_ms, max_bytes: MAX_BYTES, resolve, allowed });
    return readAnswer(answer, { secret, nonce, now: clock.now(), programme, digests });
  }

  return {
    async ask(adapter, digests) {
      const policy = policies.get(adapter.programme_id) ?? policyOf();
      policies.set(adapter.programme_id, policy);
      try {
        return await policy.execute(() => askOnce(adapter, digests));
      } catch (error) {
        throw error instanceof BrokenCircuitError ? new AdapterError('paused') : error;
      }
    },
  };
}

/** An issuer's answer is a 200. */
async function postTo(
  url: URL,
  request: { headers: Record<string, string>; body: string },
  limits: Limits,
): Promise<Answer> {
  const answer = await sendRequest(url, { method: 'POST', ...request }, limits).catch((error: unknown) => {
    throw error instanceof OutgoingError ? new AdapterError(error.failure) : error;
  });
  const { status } = answer;
  if (status !== 200) throw new AdapterError(status >= 300 && status < 400 ? 'redirect' : 'status');
  return answer;
}

/** Where to ask, and which addresses may be connected to. The operator may have removed a host since it was approved. */
function targetOf({ issuer_hosts, issuer_demo_url }: Parts['config'], base: string) {
  const url = new URL(`${base.replace(/\/+$/, '')}/card-status`);
  const { protocol, hostname, port, username } = url;
  if (protocol !== 'https:' || port || username || !issuer_hosts.has(hostname)) throw new AdapterError('host');
  if (issuer_demo_url === null || hostname !== DEMO_ISSUER_HOST) return { url, allowed: isPublic };
  return { url: new URL(url.pathname, issuer_demo_url), allowed: isLoopback };
}
