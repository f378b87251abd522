import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll } from 'vitest';

export interface Delivery {
  mail: Email;
  /** As it came over the wire. */
  raw: string;
  user: string | undefined;
  secure: boolean;
  recipients: string[];
}

export type Answer = { at: 'RCPT' | 'DATA'; code: number; text: string };

interface Behaviour extends SMTPServerOptions {
  /** Refusals, one per attempt, before mails are accepted. */
  refusals?: Answer[];
}

/** A mail server, stopped after the test file; `deliveries` lists what it accepted. */
export async function startSmtpServer({ refusals = [], ...options }: Behaviour = {}, port = 0) {
  const deliveries: Delivery[] = [];
  const refusalAt = (at: Answer['at']) => {
    if (refusals[0]?.at !== at) return undefined;
    const { code, text } = refusals.shift()!;
    return Object.assign(new Error(text), { responseCode: code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    ...options,
    onRcptTo: (_address, _session, done) => done(refusalAt('RCPT')),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const refused = refusalAt('DATA');
      if (refused) return done(refused);
      const raw = Buffer.concat(chunks).toString();
      deliveries.push({
        mail: await PostalMime.parse(raw),
        raw,
        user: session.user as string | undefined,
        secure: session.secure,
        recipients: session.envelope.rcptTo.map(({ address }) => address),
      });
      done();
    },
  });
  // A sender may go away in the middle of a mail.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  let open = true;
  const stop = () => (open ? new Promise<void>((resolve) => server.close(() => resolve())) : Promise.resolve());
  afterAll(stop);
  return {
    port: (server.server.address() as AddressInfo).port,
    deliveries,
    async stop() {
      await stop();
      open = false;
    },
  };
}
