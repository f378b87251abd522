import { type SpanStart, traced } from '#platform/tracing/traced.ts';

/** Why a node did not answer; `rpc` is an error the node itself reports, with its own code. */
export type RpcFailure =
  | 'unreachable'
  | 'timeout'
  | 'unauthorised'
  | 'busy'
  | 'warming_up'
  | 'too_large'
  | 'bad_reply'
  | 'rpc';

const SUMMARIES: Partial<Record<RpcFailure, string>> = {
  unreachable: 'the node cannot be reached',
  timeout: 'the node did not answer in time',
  unauthorised: 'the node refused the credentials',
  busy: 'the node is busy',
  too_large: "the node's answer is too large",
};

export class RpcError extends Error {
  override name = 'RpcError';
  readonly reason: RpcFailure;
  /** What the node said, or how it failed. */
  readonly detail: string;
  readonly code: number;

  constructor(reason: RpcFailure, detail: string, code = 0) {
    const summary = SUMMARIES[reason];
    super(summary ? `${summary}: ${detail}` : detail);
    this.reason = reason;
    this.detail = detail;
    this.code = code;
  }
}

export interface RpcOptions {
  timeoutMs?: number;
  maxBytes?: number;
}

export interface RpcCall {
  method: string;
  params?: unknown[];
}

export interface RpcClient {
  /** Waits as long as the client does, or up to a limit of its own. */
  call<T>(method: string, params?: unknown[], limitMs?: number): Promise<T>;
  /** Returns the results in the order of the calls; throws the first error among them. */
  batch<T>(calls: readonly RpcCall[]): Promise<T[]>;
}

interface RpcReply {
  id: number | null;
  result?: unknown;
  error?: { code: number; message: string } | null;
}

const WARMING_UP = -28;
const BATCH_LIMIT = 100;

/** A JSON-RPC client for one node. Credentials may be part of the URL; they never appear in an error. */
export function rpcClient(url: string, { timeoutMs = 10_000, maxBytes = 64_000_000 }: RpcOptions = {}): RpcClient {
  const { endpoint, headers } = splitCredentials(url);
  let lastId = 0;

  async function post(body: unknown, limitMs = timeoutMs): Promise<unknown> {
    const signal = AbortSignal.timeout(limitMs);
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal,
        redirect: 'error',
      });
      return parseReply(response.status, await readLimited(response, maxBytes));
    } catch (error) {
      if (error instanceof RpcError) throw error;
      if (signal.aborted) throw new RpcError('timeout', `${limitMs} ms`);
      throw new RpcError('unreachable', causeOf(error));
    }
  }

  const request = ({ method, params = [] }: RpcCall) => ({ jsonrpc: '2.0', id: ++lastId, method, params });

  return {
    async call<T>(method: string, params: unknown[] = [], limitMs?: number) {
      return traced(spanOf(method), async () => {
        const reply = await post(request({ method, params }), limitMs);
        return resultOf<T>(method, reply as RpcReply);
      });
    },

    async batch<T>(calls: readonly RpcCall[]) {
      const results: T[] = [];
      for (let start = 0; start < calls.length; start += BATCH_LIMIT) {
        const requests = calls.slice(start, start + BATCH_LIMIT).map(request);
        const replies = await traced(spanOf('batch'), () => post(requests));
        // A node that refuses the whole batch answers with a single object.
        if (!Array.isArray(replies)) resultOf('batch', replies as RpcReply);
        const byId = new Map((replies as RpcReply[]).map((reply) => [reply.id, reply]));
        for (const { id, method } of requests) results.push(resultOf<T>(method, byId.get(id)));
      }
      return results;
    },
  };
}

/** Names what is asked, never what about. */
const spanOf = (method: string): SpanStart => ({
  name: `node ${method}`,
  kind: 'client',
  facts: { 'rpc.system': 'jsonrpc', 'rpc.method': method },
});

function splitCredentials(url: string) {
  const endpoint = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (endpoint.username || endpoint.password) {
    const pair = `${decodeURIComponent(endpoint.username)}:${decodeURIComponent(endpoint.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    endpoint.username = '';
    endpoint.password = '';
  }
  return { endpoint, headers };
}

async function readLimited(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RpcError('too_large', `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseReply(status: number, text: string): unknown {
  if (status === 401 || status === 403) {
    throw new RpcError('unauthorised', `HTTP ${status}`, status);
  }
  // Bitcoin Core reports a full work queue as plain text.
  if (status === 503 || status === 429) throw new RpcError('busy', `HTTP ${status}`, status);
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply === 'object' && reply !== null) return reply;
  } catch {
    // Falls through: not JSON is the same failure as JSON of the wrong kind.
  }
  throw new RpcError('bad_reply', `not JSON-RPC, HTTP ${status}`, status);
}

function resultOf<T>(method: string, reply: RpcReply | undefined): T {
  if (reply?.error) {
    const { code, message } = reply.error;
    throw new RpcError(code === WARMING_UP ? 'warming_up' : 'rpc', `${method}: ${message}`, code);
  }
  if (!reply || !('result' in reply)) throw new RpcError('bad_reply', `${method}: no result`);
  return reply.result as T;
}

function causeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string } }).cause;
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
}
