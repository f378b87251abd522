import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Logger, runOnce } from 'graphile-worker';
import { afterAll } from 'vitest';
import { createCaches } from '#app/create-caches.ts';
import { createShop } from '#app/shop.ts';
import { jobsOf, pushJobsOf, vaultJobsOf } from '#app/worker.ts';
import type { Call, CallInput, Reply } from '#contracts/call.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { listenForSessions } from '#features/identity/sessions/session-cache.ts';
import { createMaintenance } from '#features/office/operations/maintenance/create-maintenance.ts';
import { listenForMaintenance } from '#features/office/operations/maintenance/listen-for-maintenance.ts';
import { createManualClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { createDatabaseHealth } from '#platform/db/database-health.ts';
import { createLoops } from '#platform/jobs/create-loops.ts';
import { openPool } from '#platform/jobs/open-pool.ts';
import { taskListOf } from '#platform/jobs/run-jobs.ts';
import { openAccounts, transfer } from '#platform/ledger/transfer.ts';
import { createLogger } from '#platform/log.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { keepGateKey } from '#platform/vault/decision-gate.ts';
import { createTestDatabase, patience } from './database.ts';
import { sealOwnWrites } from './seal-own-writes.ts';
import { startVault, withoutKeys } from './vault-process.ts';

const quiet = new Logger(() => () => {});

export const password = 'correct-horse-7-battery';
// Argon2id hash of the password above, computed once: hashing in the factory would cost 100 ms per user.
const passwordHash = '$argon2id$v=19$m=64,t=1,p=1$ZmFjZXZhbHVlLXRlc3Qtcw$Fu7qmm9ohk2OeiIvh96BmM37dsmnRv00rSvlAIzkols';

export interface Answer<C extends Call> {
  status: number;
  body: (Reply<C> extends object ? Reply<C> : unknown) & { message?: string; errors?: Record<string, string[]> };
  headers: Headers;
}

export interface TestUser {
  id: string;
  username: string;
  email: string;
  token: string;
}

interface UserFacts {
  role?: 'buyer' | 'admin';
  duties?: readonly string[];
  tier?: number;
  balance_cents?: number;
  active?: boolean;
}

/** A file as a client streams it. */
const uploadOf = (body: unknown) => {
  const streamed = typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
  const parts = streamed ? (body as AsyncIterable<Uint8Array>) : [Buffer.from(JSON.stringify(body))];
  const text = Readable.toWeb(Readable.from(parts));
  return { body: text, duplex: 'half' } as RequestInit;
};

/** A whole shop on its own database, called the way HTTP clients would. */
export async function createTestShop(
  settings: Partial<Config> = {},
  { sessions = false, maintenance = false, split = false } = {},
) {
  // The tests' own connections may do anything; the shop's have the rights that a shop has.
  const { sql, app_url: databaseUrl, web_url } = await createTestDatabase();
  const masterKey = randomBytes(32);
  await sealOwnWrites(sql, masterKey);
  await keepGateKey(vaultOf(masterKey), sql);
  const served = connect(databaseUrl, { max: 8, ...patience });
  const config = {
    ...readConfig({ DEMO: 'on', LOG_LEVEL: 'silent', PORT: '0' }, '/nonexistent'),
    public_url: 'http://localhost',
    // Tests that let hours pass don't sign their staff in again.
    staff_session_hours: 24 * 3650,
    staff_idle_minutes: 60 * 24 * 30,
    ...settings,
  };
  const clock = createManualClock(new Date());
  const logged: string[] = [];
  const log = createLogger('debug', { write: (line: string) => void logged.push(line) });
  const reads = connect(databaseUrl, { max: 4, read_only: true, ...patience });
  // One connection for all runs: a new one reads the catalogue and plans each statement anew.
  const jobs = openPool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 120_000 });
  afterAll(() => Promise.all([served.end({ timeout: 1 }), reads.end({ timeout: 1 }), jobs.end()]));
  const ctx: VaultCtx = {
    sql: served,
    reads,
    health: createDatabaseHealth(served),
    config,
    clock,
    log,
    vault: vaultOf(masterKey, { clock }),
    maintenance: createMaintenance(config, clock),
    chains: {},
    loops: createLoops(clock),
    ...createCaches({ reads, clock, config }),
  };
  if (sessions) ctx.sessions = await listenForSessions(served, clock);
  if (maintenance) ctx.maintenance = await listenForMaintenance(served, ctx);
  const vault = split ? await startVault(ctx) : null;
  const served_by = vault ? withoutKeys(ctx, web_url) : ctx;
  const { app, pipeline, routes } = createShop({ ctx: served_by, checkReplies: true, passOn: vault?.passOn });

  async function request<C extends Call>(
    call: C,
    input: CallInput<C> & { token?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<C>> {
    const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String((input.params as Record<string, string>)[name])),
    );
    const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString();
    const headers: Record<string, string> = { ...input.headers };
    if (input.token) headers.authorization = `Bearer ${input.token}`;
    const sends = input.body !== undefined;
    if (sends) headers['content-type'] ??= call.upload ?? 'application/json';
    if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
    const response = await app.request(`http://localhost${path}${query && `?${query}`}`, {
      method: call.method,
      headers,
      ...(sends && (call.upload ? uploadOf(input.body) : { body: JSON.stringify(input.body) })),
    });
    const text = await response.text();
    const body = response.headers.get('content-type')?.startsWith('text/csv')
      ? text
      : text
        ? JSON.parse(text)
        : undefined;
    return { status: response.status, body, headers: response.headers };
  }

  /** `as(user)(call, input)` sends one request as that user, `as(null)` as a visitor. */
  const as =
    (user: { token: string } | null) =>
    <C extends Call>(call: C, input: CallInput<C> = {}) =>
      request(call, { ...input, ...(user && { token: user.token }) });

  async function createUser({
    role = 'buyer',
    duties = role === 'admin' ? ['support', 'publisher'] : [],
    tier = 1,
    balance_cents = 0,
    active = true,
  }: UserFacts = {}): Promise<TestUser> {
    const username = `u${randomBytes(6).toString('hex')}`;
    const email = `${username}@example.com`;
    const now = clock.now();
    const [user] = await sql<{ id: string }[]>`
      insert into users (username, email, password_hash, role, duties, tier, terms_accepted_at, email_verified_at, activated_at)
      values (${username}, ${email}, ${passwordHash}, ${role}, ${duties}, ${tier}, ${now}, ${active ? now : null}, ${active ? now : null}) returning id`;
    const { id } = user!;
    await openAccounts(sql, [{ kind: 'available', owner_id: id, limited: true }]);
    if (balance_cents > 0) await fund(id, balance_cents);
    return { id, username, email, token: await signIn(id) };
  }

  /** A session on a trusted device of its own. */
  async function signIn(user_id: string): Promise<string> {
    const token = newToken();
    const now = clock.now();
    await sql`
      with device as (
        insert into devices (user_id, token_hash, trusted_at, created_at, last_used_at)
        values (${user_id}, ${hashToken(newToken())}, ${now}, ${now}, ${now}) returning id)
      insert into sessions (user_id, device_id, token_hash, created_at, last_used_at, expires_at, confirmed_at, confirmed_by)
      select ${user_id}, id, ${hashToken(token)}, ${now}, ${now}, ${new Date(now.getTime() + DAY_MS * 90)}, ${now}, 'password'
      from device`;
    return token;
  }

  /** Makes a user's sessions as fresh as after a confirmation. */
  const refresh = (user: { id: string }) =>
    sql`update sessions set confirmed_at = ${clock.now()} where user_id = ${user.id}`;

  /** Gives duties without the two people that it takes. */
  const appoint = ({ id }: { id: string }, duties: readonly string[] = []) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update users set role = 'admin', duties = ${[...duties]} where id = ${id}`;
    });

  async function fund(user_id: string, amount_cents: number): Promise<void> {
    await transfer(sql, {
      debit: { kind: 'crypto_eth', owner_id: null },
      credit: { kind: 'available', owner_id: user_id, limited: true },
      amount_cents,
      kind: 'top_up',
      unique_key: `test:${randomUUID()}`,
    });
  }

  /** Runs every queued job that is due. */
  async function runQueuedJobs(mailer: Pick<Mailer, 'send'> = createMailbox(served)): Promise<void> {
    const taskList = taskListOf({ ...jobsOf(served_by, mailer), ...vaultJobsOf(ctx), ...pushJobsOf(ctx) });
    // Only in batch mode does the runner wait until the outcome of its last job is stored.
    const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
    const isDue = async () => {
      const [due] =
        await sql`select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts limit 1`;
      return due !== undefined;
    };
    // One run ends with the first job of a queue, as if those behind it weren't there.
    do await runOnce({ pgPool: jobs, taskList, noHandleSignals: true, logger: quiet, preset });
    while (await isDue());
  }

  const asOwner = <T>(work: (owner: VaultCtx & { sql: Sql }) => Promise<T>) => work({ ...ctx, sql });

  return {
    app,
    appoint,
    as,
    asOwner,
    clock,
    config,
    createUser,
    ctx,
    databaseUrl,
    fund,
    logged,
    masterKey,
    pipeline,
    refresh,
    request,
    routes,
    runQueuedJobs,
    signIn,
    sql,
    /** What answers calls; `split`: without the keys, and `vault` is what it passes calls on to. */
    served_by,
    vault,
    web_url,
  };
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>;
