import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { isLoopback } from '#platform/http/outgoing/checked-lookup.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { Inbox } from '#platform/setting-inbox.ts';
import type { Ctx, VaultCtx } from '../../../ctx.ts';
import { takeAttempt } from '../../../identity/sessions/throttle/throttle.ts';
import { acceptMail, MailRefusal } from './accept-mail.ts';
import { readReplyAddress } from './reply-address.ts';

const MAX_BYTES = 256 * 1024;
const MAX_CLIENTS = 100;
const CLIENTS_PER_NETWORK = 10;
/** Bytes that trickle keep a connection from being idle, so it also ends after this. */
const CONNECTION_MS = 120_000;
/** Of each: mails, and addresses that they are for. */
const PER_NETWORK_AND_MINUTE = 60;
/** A mail server on this machine passes on what all of them send: one sender must not use up the share of the others. */
const OF_THIS_MACHINE = 600;

/** Takes replies to tickets by SMTP. It relays nothing: an address without our signature is unknown. */
export async function startInbox(
  ctx: VaultCtx,
  inbox: Inbox,
  { connection_ms = CONNECTION_MS, isOurs = isLoopback } = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  const { tls } = inbox;
  const take = async (what: 'mail' | 'address', address: string) => {
    const hits = isOurs(address) ? OF_THIS_MACHINE : PER_NETWORK_AND_MINUTE;
    const limit = { key: `inbox:${what}:${networkOf(address)}`, hits, window_seconds: 60 };
    // It ends the connection: commands that are sent ahead would each ask the database.
    if ((await takeAttempt(ctx, limit)) > 0) throw new MailRefusal(421, 'inbox.later');
  };
  const server = new SMTPServer({
    name: inbox.domain,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(tls && { key: readFileSync(tls.key_file), cert: readFileSync(tls.cert_file) }),
    ...limitClients(),
    onMailFrom: (_address, session, done) => answer(ctx, done, () => take('mail', session.remoteAddress)),
    onRcptTo: ({ address }, { envelope, remoteAddress }, done) =>
      answer(ctx, done, async () => {
        // Who guesses at addresses needs many for one mail.
        await take('address', remoteAddress);
        if (envelope.rcptTo.length > 0 || readReplyAddress(ctx, inbox, address) === undefined)
          throw new MailRefusal(550, 'inbox.unknown');
      }),
    onData: (stream, { envelope, remoteAddress: remote_address }, done) =>
      answer(ctx, done, async () => {
        const raw = await readMail(stream);
        const number = readReplyAddress(ctx, inbox, envelope.rcptTo[0]?.address ?? '');
        if (number === undefined) throw new MailRefusal(550, 'inbox.unknown');
        // A bounce has no sender, and nobody to tell.
        if (!envelope.mailFrom || envelope.mailFrom.address === '') return;
        await acceptMail(ctx, { number, raw, remote_address });
      }),
  });
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), connection_ms);
    socket.on('close', () => clearTimeout(timer));
  });
  server.on('error', (error: Error) => ctx.log.warn({ reason: error.message }, 'a mail connection failed'));
  server.listen(inbox.port, inbox.host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  ctx.log.info({ port }, 'taking replies by mail');
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** No network takes all the connections that there are. */
function limitClients(): Pick<SMTPServerOptions, 'onConnect' | 'onClose'> {
  const open = new Map<string, string>();
  const count = (network: string) => [...open.values()].filter((one) => one === network).length;
  return {
    onConnect({ id, remoteAddress }, done) {
      const network = networkOf(remoteAddress);
      if (count(network) >= CLIENTS_PER_NETWORK) return done(new MailRefusal(421, 'inbox.later'));
      open.set(id, network);
      done();
    },
    onClose: ({ id }) => void open.delete(id),
  };
}

/** Reads to the end, because the protocol goes on after it, but keeps no more than a mail may have. */
async function readMail(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes <= MAX_BYTES) chunks.push(chunk as Buffer);
  }
  if (bytes > MAX_BYTES) throw new MailRefusal(552, 'inbox.too_large');
  return Buffer.concat(chunks);
}

/** Tells the other server how a step went. Whatever isn't a refusal of ours is a failure that it may try again. */
function answer(ctx: Ctx, done: (error?: Error | null) => void, step: () => Promise<void>): void {
  step().then(
    () => done(),
    (error: unknown) => {
      if (error instanceof MailRefusal) return done(error);
      ctx.log.error({ err: error }, 'a reply by mail could not be taken');
      done(new MailRefusal(451, 'inbox.later'));
    },
  );
}
