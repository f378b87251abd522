import { createHash } from 'node:crypto';
import { ticketText } from '#contracts/desk/support.ts';
import { HOUR_S } from '#contracts/time-units.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { ConfinedError, confine } from '#platform/threads/confine.ts';
import type { Ctx, VaultCtx, Visitor } from '../../../ctx.ts';
import { keyOfText, takeAttempt } from '../../../identity/sessions/throttle/throttle.ts';
import { refuseText } from '../../../oversight/import-guard/refuse-text.ts';
import { TEXT_LIMIT_CHARS } from '../../../oversight/import-guard/scan/scan-text.ts';
import { holdsWalletSecret } from '../../pasted-codes/find-wallet-secret.ts';
import { hideCodes } from '../../pasted-codes/hide-codes.ts';
import { notifyOfHidden } from '../../pasted-codes/reword-text.ts';
import { takeGuesses } from '../../pasted-codes/take-guesses.ts';
import { addComment } from '../comments/add-comment.ts';
import { CLOSED, type LockedTicket } from '../ticket/lock-ticket.ts';
import type { ParsedMail } from './parse-mail.ts';
import { type MailHeaders, readHeaders } from './read-headers.ts';

const PER_TICKET_AND_HOUR = 10;
/** To however many tickets. */
const PER_SENDER_AND_HOUR = 30;

/** A mail that isn't taken. The sender's mail server passes the sentence on to them. */
export class MailRefusal extends Error {
  override name = 'MailRefusal';
  readonly responseCode: number;

  constructor(responseCode: number, key: MessageKey) {
    super(translate('en', message(key)));
    this.responseCode = responseCode;
  }
}

interface Received {
  /** Of the ticket, from the address that the mail was sent to. */
  number: number;
  raw: Buffer;
  /** Where it comes from, for the audit log. */
  remote_address: string;
}

const parse = confine<Uint8Array, ParsedMail>({
  file: new URL('./parse-mail.ts', import.meta.url),
  name: 'parseMail',
  limit_ms: 5_000,
  memory_mb: 96,
});

/**
 * Adds a mail's text to its ticket, or throws why not. Sender, ticket and limits are judged by the headers, before
 * anything is parsed. The sender is compared, but can be forged: it proves nothing.
 */
export async function acceptMail(ctx: VaultCtx, { number, raw, remote_address }: Received): Promise<void> {
  const headers = readHeaders(raw);
  if (!headers) throw new MailRefusal(552, 'inbox.too_large');
  if (isAutomatic(headers)) return;
  const sender = headers.from ?? '';
  const { id } = await findBySender(ctx.sql, number, sender);
  // Senders choose their Message-ID: with the ticket, nobody's mail hides one to another ticket.
  const message_hash = createHash('sha256')
    .update(`${id} `)
    .update(headers.message_id ?? raw)
    .digest();
  const [known] = await ctx.sql`select from ticket_mails where message_hash = ${message_hash}`;
  if (known) return;
  await takeLimits(ctx, id, sender);
  const body = readBody(await parseWithin(raw));
  const caller: Visitor = { user: null, client: { address: remote_address, user_agent: '', locale: 'en' } };
  await transaction(ctx.sql, async (sql) => {
    const ticket = await findBySender(sql, number, sender, sql`for update of t`);
    const [first] = await sql`
      insert into ticket_mails (message_hash, ticket_id, received_at)
      values (${message_hash}, ${ticket.id}, ${ctx.clock.now()})
      on conflict (message_hash) do nothing returning ticket_id`;
    if (!first) return;
    const { text, hidden, guesses } = await hideCodes(ctx, sql, { text: body, user_id: ticket.user_id });
    if ((await takeGuesses(ctx, ticket.user_id ?? ticket.id, guesses)) > 0) throw new MailRefusal(451, 'inbox.later');
    if (hidden && ticket.user_id) await notifyOfHidden({ sql }, ticket.user_id);
    await addComment(ctx, sql, caller, { ticket, body: text.slice(0, TEXT_LIMIT_CHARS), author_id: null, via: 'mail' });
  });
}

/** Vacation notices and bounces; an answer to one could go back and forth for ever. */
function isAutomatic({ auto_submitted, precedence, from }: MailHeaders): boolean {
  return (
    !['', 'no'].includes(auto_submitted) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(precedence) ||
    /^(mailer-daemon|postmaster)@/.test(from ?? '')
  );
}

async function takeLimits(ctx: Ctx, ticketId: string, sender: string): Promise<void> {
  const limits = [
    { key: `ticket:mail:${ticketId}`, hits: PER_TICKET_AND_HOUR, window_seconds: HOUR_S },
    { key: `ticket:mail:${keyOfText(ctx, sender)}`, hits: PER_SENDER_AND_HOUR, window_seconds: HOUR_S },
  ];
  for (const limit of limits) if ((await takeAttempt(ctx, limit)) > 0) throw new MailRefusal(451, 'inbox.later');
}

/** A mail that ends its parser is refused for good: another try would end it again. */
async function parseWithin(raw: Buffer): Promise<string> {
  const mail = await parse(raw).catch((error: unknown) => {
    if (error instanceof ConfinedError) throw new MailRefusal(550, 'inbox.unreadable');
    throw error;
  });
  if (mail.has_attachments) throw new MailRefusal(550, 'inbox.attachment');
  return mail.text;
}

function readBody(text: string): string {
  if (!text) throw new MailRefusal(550, 'inbox.empty');
  const parsed = ticketText.safeParse(text);
  if (!parsed.success) throw new MailRefusal(550, 'inbox.too_long');
  if (refuseText(parsed.data, 'text', { holds: true })) throw new MailRefusal(550, 'inbox.card_data');
  if (holdsWalletSecret(parsed.data)) throw new MailRefusal(550, 'guard.wallet_secret');
  return parsed.data;
}

/** The ticket that a sender may reply to. A reply to one that was merged goes to where its conversation goes on. */
async function findBySender(sql: Db, number: number, sender: string, lock = sql``): Promise<LockedTicket> {
  const [ticket] = await sql<LockedTicket[]>`
    select t.id, t.number, t.user_id, t.status, t.assignee_id from tickets t left join users u on u.id = t.user_id
    where t.id = (select coalesce(merged_into, id) from tickets where number = ${number})
      and ${sender} = lower(coalesce(t.guest_email, u.email))
      and (u.id is null or u.email_verified_at is not null and u.disabled_at is null) ${lock}`;
  if (!ticket) throw new MailRefusal(550, 'inbox.other_sender');
  if (ticket.status === CLOSED) throw new MailRefusal(550, 'inbox.closed');
  return ticket;
}
