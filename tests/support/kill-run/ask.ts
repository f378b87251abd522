import { setTimeout as delay } from 'node:timers/promises';

export interface Question {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  token?: string;
  key?: string;
  body?: unknown;
}

export interface Answer {
  status: number;
  body: Reply;
  tries: number;
}

/** A reply of the API, as far as the kill run reads it. */
interface Reply {
  message?: string;
  errors?: Record<string, string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows which call it made, and a wrong reply fails the run.
  data?: any;
}

const UNKNOWN_LIMIT_MS = 120_000;

/** Asks a shop that may be down until the outcome is known. `url` names the shop that runs now. */
export async function ask(url: () => string, question: Question): Promise<Answer> {
  const { method = 'GET', path, token, key, body } = question;
  const deadline = performance.now() + UNKNOWN_LIMIT_MS;
  for (let tries = 1; performance.now() < deadline; tries++) {
    const response = await fetch(`${url()}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    // No response, a broken one, a server error, or the first attempt still running: the outcome is not known yet.
    if (response && text !== undefined && response.status < 500 && !isTooEarly(response)) {
      return { status: response.status, body: text ? JSON.parse(text) : {}, tries };
    }
    const waitMs = response?.status === 429 ? Number(response.headers.get('retry-after')) * 1_000 : 50;
    if (waitMs > UNKNOWN_LIMIT_MS) throw new Error(`${method} ${path} is refused for ${waitMs} ms: ${text}`);
    await delay(waitMs);
  }
  throw new Error(`the outcome of ${method} ${path} stayed unknown`);
}

/** The first attempt still runs, or the attempts during an outage used up the limit of a minute. */
const isTooEarly = ({ status, headers }: Response) => status === 429 || (status === 409 && headers.has('retry-after'));
