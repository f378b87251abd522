import {
  type Call,
  type CallInput,
  type Guard,
  type Input,
  namesIn,
  type Reply,
  type StepUp,
} from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import type { Logger } from '#platform/log.ts';
import type { Macs, Vault } from '#platform/vault/create-vault.ts';
import { AppError } from './errors.ts';
import { type ApiReply, mapError } from './map-error.ts';
import { parseInput, type RawInput } from './parse-input.ts';
import { networkOf, type RateLimiter } from './rate-limit.ts';
import { refuseCardData, type ScanText } from './refuse-card-data.ts';
import { type Reworded, rewordTexts, VaultNeededError } from './reword-texts.ts';
import { byKey, byRequest, type Repetition, runIdempotently } from './run-idempotently.ts';

/** Where a request comes from. */
export interface Client {
  address: string;
  user_agent: string;
  /** The language that the caller asked for. */
  locale: string;
}

/** The caller; `user` is null for a visitor. */
export interface Caller<User> {
  user: User | null;
  client: Client;
}

export type SignedIn<C extends Caller<unknown>> = C & { user: NonNullable<C['user']> };

type NeedsUser<C extends Call> = 'auth' extends C['guards'][number] ? true : false;

export type Verb<C extends Call, Ctx, Who extends Caller<unknown>> = (
  ctx: Ctx,
  caller: NeedsUser<C> extends true ? SignedIn<Who> : Who,
  input: Input<C>,
) => Promise<C extends { download: string } ? AsyncIterable<string | Uint8Array> : Reply<C>>;

/** A contract and the verb that answers it. */
export interface Route<Ctx, Who extends Caller<unknown>> {
  call: Call;
  verb: (ctx: Ctx, caller: Who, input: { params: unknown; query: unknown; body: unknown }) => Promise<unknown>;
  before?: Route<Ctx, Who>['verb'] | undefined;
}

/** Somebody who asks by a token. */
export interface Asker<Who> {
  token: string | null;
  client: Client;
  /** Who that is: authenticated at most once, and only by a process that answers. */
  who(): Promise<Who>;
}

export interface Pipeline<Who extends Caller<unknown>> {
  /** `fresh` bypasses the cache, for calls that may change something. */
  asker(token: string | null, client: Client, fresh: boolean): Asker<Who>;
  /** Runs one call; every refusal comes back as a reply. `read` reads what was sent, once it is known who asks. */
  run(
    call: Call,
    asker: Asker<Who>,
    read: () => RawInput | Promise<RawInput>,
    idempotencyKey: string | null,
  ): Promise<ApiReply>;
}

/** A call as another process of the shop is to answer it. */
export interface PassedCall {
  call: Call;
  raw: RawInput;
  token: string | null;
  client: Client;
  idempotencyKey: string | null;
}

/** Has the process answer that has the master key. */
export type PassOn = (passed: PassedCall) => Promise<ApiReply>;

interface Options<
  Ctx extends { sql: Db; reads: Db; log: Logger },
  Who extends Caller<{ id: string; session_id?: string | null; locale?: string | null } | null>,
> {
  ctx: Ctx;
  routes: readonly Route<Ctx, Who>[];
  authenticate: (ctx: Ctx, token: string | null, client: Client, fresh: boolean) => Promise<Who>;
  /** Each throws if the caller may not pass; `list` holds the names after `role:`. */
  guards: Record<string, (caller: Who, list: string[]) => void>;
  /** Throws if the call needs a fresh factor and the caller has none. */
  stepUp: (ctx: Ctx, caller: Who, when: StepUp) => Promise<void>;
  limiter: RateLimiter;
  requestsPerMinute: number;
  /** Throws while the shop is closed to this caller. */
  refuseWhileClosed: (caller: Who) => void;
  /** Throws if the call may not come from where the caller is. */
  refuseOutside: (call: Call, caller: Who) => void;
  /** The refusal of a text that holds payment-card data; nothing of it may be stored or logged. */
  scanText: ScanText;
  /** What is stored of a text that somebody writes who isn't at work in the back office. */
  rewordText: (ctx: Ctx, caller: Who, text: string) => Promise<Reworded>;
  /** What is stored of an Idempotency-Key: not the key, which could be anything, and which no other key becomes. */
  keyDigest: (key: string) => string;
  /** Proves that a stored reply is the shop's. */
  vault: Macs;
  /** In a process without the master key: where calls go that are marked `inVault`, and texts that may hold a card's code. */
  passOn?: PassOn | undefined;
  /** Also check replies against the contract: in tests and development. */
  checkReplies: boolean;
}

/** What waits for others than the database, and so runs before the transaction of an idempotent verb. */
export type Before<C extends Call, Ctx, Who extends Caller<unknown>> = (
  ...given: Parameters<Verb<C, Ctx, Who>>
) => Promise<void>;

/** A verb that takes the vault's own keys doesn't compile unless its call is marked `inVault`. */
type Marked<C extends Call, Ctx> = C extends { inVault: true }
  ? unknown
  : Ctx extends { vault: Vault }
    ? never
    : unknown;

/** Pairs a contract with its verb, keeping the types between them. */
export function serve<C extends Call, Ctx, Who extends Caller<unknown>>(
  call: C,
  verb: Verb<C, Ctx, Who> & Marked<C, Ctx>,
  before?: Before<C, Ctx, Who>,
): Route<Ctx, Who> {
  // A route forgets its call's types, so that all routes fit one list; the pipeline parses by the call first.
  return { call, ...({ verb, before } as unknown as Pick<Route<Ctx, Who>, 'verb' | 'before'>) };
}

/** THE pipeline: limit, guards, parse, scan, idempotency, verb, errors. HTTP and the pages both go through it. */
export function createPipeline<
  Ctx extends { sql: Db; reads: Db; log: Logger },
  Who extends Caller<{ id: string; session_id?: string | null; locale?: string | null } | null>,
>(options: Options<Ctx, Who>): Pipeline<Who> {
  const { guards, limiter } = options;
  const routes = new Map(options.routes.map((route) => [keyOf(route.call), route]));

  async function answer(requested: Call, caller: Who, raw: RawInput, key: string | null): Promise<ApiReply> {
    const route = routes.get(keyOf(requested));
    if (!route) throw new AppError('not_found', message('api.no_call'));
    const { call, verb, before } = route;
    const ctx = isRead(call) ? { ...options.ctx, sql: options.ctx.reads } : options.ctx;
    const who = caller.user?.id ?? networkOf(caller.client.address);
    await limiter.take(
      call.perMinute ? `${call.method} ${call.path}` : 'all',
      who,
      call.perMinute ?? options.requestsPerMinute,
    );
    options.refuseOutside(call, caller);
    if (!call.inMaintenance) options.refuseWhileClosed(caller);
    for (const guard of call.guards) passGuard(guards, guard, caller);
    if (call.stepUp) await options.stepUp(ctx, caller, call.stepUp);
    let input = parseInput(call, raw);
    refuseCardData(call, input, options.scanText);
    if (!isRead(call) && !isOffice(call)) {
      const changed = await rewordTexts(call, input.body, (text) => options.rewordText(ctx, caller, text));
      if (changed) input = parseInput(call, { ...raw, body: input.body });
    }
    const status = call.status ?? (call.reply ? 200 : 204);
    const headers = replyHeaders(call);
    await before?.(ctx, caller, input);
    const repetition = repetitionOf(call, caller.user, input, key, options.keyDigest);
    if (!repetition) {
      const body = await verb(ctx, caller, input);
      checkReply(call, body);
      return { status: body === undefined ? 204 : status, body, headers };
    }
    const stored = await runIdempotently(options.vault, ctx.sql, repetition, async (tx) => {
      const reply = await verb(within(ctx, tx), caller, input);
      checkReply(call, reply);
      return { status, reply };
    });
    return {
      status: stored.status,
      body: stored.reply,
      headers: stored.replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers,
    };
  }

  function checkReply(call: Call, body: unknown): void {
    if (options.checkReplies && !call.download) call.reply?.parse(body);
  }

  /** Limits, guards and repetitions of a marked call are the answering process's alone: nothing of it counts twice. */
  async function answerOrPass(
    call: Call,
    asker: Asker<Who>,
    read: () => RawInput | Promise<RawInput>,
    key: string | null,
  ) {
    const { token, client } = asker;
    const { passOn } = options;
    if (passOn && call.inVault) return passOn({ call, raw: await read(), token, client, idempotencyKey: key });
    const caller = await asker.who();
    const raw = await read();
    if (!passOn) return answer(call, caller, raw, key);
    try {
      return await answer(call, caller, raw, key);
    } catch (error) {
      if (!(error instanceof VaultNeededError)) throw error;
      return passOn({ call, raw, token, client, idempotencyKey: key });
    }
  }

  return {
    asker: (token, client, fresh) =>
      once({ token, client, who: () => options.authenticate(options.ctx, token, client, fresh) }),
    async run(call, asker, read, key) {
      try {
        return await answerOrPass(call, asker, read, key);
      } catch (error) {
        const at = { method: call.method, path: call.path, changes: !isRead(call) };
        const who = await asker.who().catch(() => null);
        const locale = who?.user?.locale ?? asker.client.locale;
        return mapError(error, options.ctx.log, { ...at, locale });
      }
    },
  };
}

function once<Who>({ who, ...asker }: Asker<Who>): Asker<Who> {
  let known: Promise<Who> | undefined;
  return {
    ...asker,
    who() {
      known ??= who();
      return known;
    },
  };
}

/** A call that changes nothing runs on connections that can't write. */
const isRead = (call: Call) => call.method === 'GET' && !call.changesState;

const isOffice = ({ guards }: Call) => guards.some((guard) => guard.split(':')[0] === 'admin');

// By method and path: pages that Vite serves in development have their own copy of the contracts.
const keyOf = (call: Call) => `${call.method} ${call.path}`;

function repetitionOf(
  call: Call,
  user: { id: string; session_id?: string | null } | null,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
  key: string | null,
  keyDigest: (key: string) => string,
): Repetition | null {
  if (!call.idempotent || !user) return null;
  const request = JSON.stringify([call.method, call.path, params ?? null, query ?? null, body ?? null]);
  if (key !== null) return byKey({ user_id: user.id, key, request, keyDigest });
  return call.deduplicate?.(body) ? byRequest(user.id, user.session_id ?? null, request) : null;
}

function passGuard<Who>(
  guards: Record<string, (caller: Who, list: string[]) => void>,
  guard: Guard,
  caller: Who,
): void {
  const [name = '', list] = guard.split(':', 2);
  const pass = Object.hasOwn(guards, name) ? guards[name] : undefined;
  if (!pass) throw new AppError('internal', message('error.unknown_guard', { name: guard }));
  pass(caller, namesIn(list));
}

function replyHeaders(call: Call): Record<string, string> {
  if (call.download) {
    const file = `attachment; filename="${call.download}"`;
    const csv = call.download.endsWith('.csv') && { 'content-type': `text/csv; charset=${call.charset ?? 'utf-8'}` };
    const zip = call.download.endsWith('.zip') && { 'content-type': 'application/zip' };
    return { 'cache-control': 'no-store', 'content-disposition': file, ...csv, ...zip };
  }
  return call.secret || call.changesState || call.method !== 'GET'
    ? { 'cache-control': 'no-store' }
    : { 'cache-control': 'private, no-cache' };
}

/**
 * The pages' API client: the same pipeline as a function call, authenticated at most once per page request. Replies are
 * the same as over HTTP, refusals included.
 */
export function createApiClient<Who extends Caller<unknown>>(
  pipeline: Pipeline<Who>,
  { token, client, fresh }: { token: string | null; client: Client; fresh: boolean },
) {
  const asker = pipeline.asker(token, client, fresh);
  return async (call: Call, input: CallInput<Call> = {}): Promise<ApiReply> => {
    const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body } as RawInput;
    return pipeline.run(call, asker, () => raw, input.idempotencyKey ?? null);
  };
}
