import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#platform/clock.ts';
import { isFresh, isSigned, NONCE, SIGNATURE, signMessage, TIMESTAMP } from '#platform/http/outgoing/signatures.ts';
import { CARD_STATUSES, type CardAnswer } from '../../supply/issuers/adapter/read-answer.ts';

/** How a simulated programme behaves. The first four say so of every card. */
export const SCENARIOS = [
  'active',
  'unknown',
  'inactive',
  'redeemed',
  'slow',
  'failing',
  'contradicting',
  'replaying',
  'forging',
  'stale',
  'redirecting',
  'flooding',
  'garbled',
  'incomplete',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

export interface SimulatedIssuer {
  url: string;
  /** How many questions came in. */
  asked(): number;
  /** How a programme behaves from now on, by its reference; `active` until then. */
  play(programme: string, scenario: Scenario): void;
  /** What it publishes at its domain from now on: the text of /.well-known/facevalue-key, or null for none. */
  publish(text: string | null): void;
  /** What is said of one card from now on, by its digest. */
  settle(card: string, status: CardAnswer['status'], more?: Omit<CardAnswer, 'status'>): void;
  stop(): Promise<void>;
}

interface Options {
  port?: number;
  secretOf: (programme: string) => string;
  now?: () => Date;
}

interface Question {
  programme: string;
  cards: string[];
}

interface Reply {
  headers: Record<string, string>;
  body: string;
}

const KEY_PATH = '/.well-known/facevalue-key';
const QUESTION = /\/card-status$/;
const MAX_BYTES = 1_000_000;

/**
 * An issuer's adapter on this machine, for demo mode and tests. `PUT /programmes/REFERENCE` with a scenario, or
 * `PUT /cards/DIGEST` with a status changes what it says. After a status may follow what is left on the card in cents, and when
 * it was last redeemed.
 */
export async function startIssuer({ port = 0, secretOf, now = systemClock.now }: Options): Promise<SimulatedIssuer> {
  const scenarios = new Map<string, Scenario>();
  const settled = new Map<string, CardAnswer>();
  const nonces = new Set<string>();
  const first = new Map<string, Reply>();
  let questions = 0;
  let published: string | null = null;

  function answer({ programme, cards }: Question, nonce: string, scenario: Scenario): Reply {
    const usual = CARD_STATUSES.find((status) => status === scenario) ?? 'active';
    const answers = cards.map((card) => ({ card, ...(settled.get(card) ?? answerOf(usual)) }));
    if (scenario === 'contradicting') answers.push({ card: cards[0]!, status: 'unknown' });
    if (scenario === 'incomplete') answers.pop();
    const body = scenario === 'garbled' ? '{"cards":' : JSON.stringify({ programme, cards: answers });
    const at = now().getTime() - (scenario === 'stale' ? 600_000 : 0);
    const timestamp = String(Math.floor(at / 1000));
    const secret = scenario === 'forging' ? 'a secret of somebody else' : secretOf(programme);
    const signature = signMessage(secret, { kind: 'answer', timestamp, nonce, body });
    return { headers: { [TIMESTAMP]: timestamp, [NONCE]: nonce, [SIGNATURE]: signature }, body };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await readBody(request);
    const [path = ''] = (request.url ?? '').split('?');
    if (request.method === 'PUT') return response.writeHead(change(path, body) ? 204 : 400).end();
    if (path === KEY_PATH && published !== null) return response.writeHead(200).end(published);
    if (request.method !== 'POST' || !QUESTION.test(path)) return response.writeHead(404).end();
    questions++;
    const question = JSON.parse(body) as Question;
    const header = (name: string) => String(request.headers[name] ?? '');
    const signed = { kind: 'request' as const, timestamp: header(TIMESTAMP), nonce: header(NONCE), body };
    if (!isSigned(secretOf(question.programme), signed, header(SIGNATURE))) return response.writeHead(401).end();
    if (!isFresh(signed.timestamp, now()) || nonces.has(signed.nonce)) return response.writeHead(401).end();
    nonces.add(signed.nonce);
    const scenario = scenarios.get(question.programme) ?? 'active';
    if (scenario === 'slow') return response.writeHead(200).write('{');
    if (scenario === 'failing') return response.writeHead(500).end();
    if (scenario === 'redirecting') return response.writeHead(307, { location: `${path}?again` }).end();
    if (scenario === 'flooding') return response.writeHead(200).end(Buffer.alloc(2 * MAX_BYTES, 'x'));
    const given = answer(question, signed.nonce, scenario);
    const replayed = first.get(question.programme) ?? given;
    first.set(question.programme, replayed);
    const { headers, body: text } = scenario === 'replaying' ? replayed : given;
    return response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(text);
  }

  function change(path: string, body: string): boolean {
    const [, programme] = /^\/programmes\/([^/]+)$/.exec(path) ?? [];
    const [, card] = /^\/cards\/([0-9a-f]{64})$/.exec(path) ?? [];
    const scenario = SCENARIOS.find((one) => one === body.trim());
    const [status, balance, redeemed_at] = body.trim().split(/\s+/);
    const known = CARD_STATUSES.find((one) => one === status);
    const more = { ...(balance && { balance_cents: Number(balance) }), ...(redeemed_at && { redeemed_at }) };
    if (programme && scenario) scenarios.set(decodeURIComponent(programme), scenario);
    else if (card && known) settled.set(card, { ...answerOf(known), ...more });
    else return false;
    return true;
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.headersSent || response.writeHead(400).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => questions,
    publish: (text) => {
      published = text;
    },
    play: (programme, scenario) => void scenarios.set(programme, scenario),
    settle: (card, status, more) => void settled.set(card, { ...answerOf(status), ...more }),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What never could be used was never redeemed. */
const answerOf = (status: CardAnswer['status']): CardAnswer => ({
  status,
  ...((status === 'inactive' || status === 'unknown') && { redeemed_at: null }),
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_BYTES) throw new Error('too long');
  }
  return text;
}
