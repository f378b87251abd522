import { createHash } from 'node:crypto';
import { type ParsedMail, simpleParser } from 'mailparser';
import { ticketText } from '#contracts/support.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { scanText } from '../../import-guard/scan-text.ts';
import { keyOfText, takeAttempt } from '../../sessions/throttle/throttle.ts';
import { addComment } from '../records/add-comment.ts';
import { CLOSED, type LockedTicket } from '../records/lock-ticket.ts';
import { stripQuote } from './strip-quote.ts';

const PER_TICKET_AND_HOUR = 10;
/** To however many tickets. */
const PER_SENDER_AND_HOUR = 30;

// Of the mail or of a part of it.
const longAddresses =
  /^(?:from|to|b?cc|sender|reply-to|delivered-to|return-path|disposition-notification-to|list-[a-z]+)[ \t]*:.{8192}/im;

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

/** Adds a mail's text to its ticket, or throws why not. The sender is compared, but can be forged: it proves nothing. */
export async function acceptMail(ctx: Ctx, { number, raw, remote_address }: Received): Promise<void> {
  const mail = await parse(raw);
  if (isAutomatic(mail)) return;
  // Pictures inside a signature go along with nearly every mail, and are dropped.
  if (mail.attachments.some(({ related, contentDisposition }) => !related || contentDisposition === 'attachment'))
    throw new MailRefusal(550, 'inbox.attachment');
  const body = readBody(mail.text ?? '');
  const caller: Visitor = { user: null, client: { address: remote_address, user_agent: '', locale: 'en' } };
  await transaction(ctx.sql, async (sql) => {
    const sender = mail.from?.value[0]?.address?.toLowerCase() ?? '';
    const ticket = await lockBySender(sql, number, sender);
    // Senders choose their Message-ID: with the ticket, nobody's mail hides one to another ticket.
    const message_hash = createHash('sha256')
      .update(`${ticket.id} `)
      .update(mail.messageId ?? raw)
      .digest();
    const [first] = await sql`
      insert into ticket_mails (message_hash, ticket_id, received_at) values (${message_hash}, ${ticket.id}, ${ctx.clock.now()})
      on conflict (message_hash) do nothing returning ticket_id`;
    if (!first) return;
    if (ticket.status === CLOSED) throw new MailRefusal(550, 'inbox.closed');
    const limits = [
      { key: `ticket:mail:${ticket.id}`, hits: PER_TICKET_AND_HOUR, window_seconds: 3600 },
      { key: `ticket:mail:${keyOfText(ctx, sender)}`, hits: PER_SENDER_AND_HOUR, window_seconds: 3600 },
    ];
    for (const limit of limits)
      if ((await takeAttempt({ ...ctx, sql }, limit)) > 0) throw new MailRefusal(451, 'inbox.later');
    await addComment(ctx, sql, caller, { ticket, body, author_id: null, via: 'mail' });
  });
}

/** The parser takes seconds for thousands of addresses, and gives up on HTML that nobody writes. */
async function parse(raw: Buffer): Promise<ParsedMail> {
  if (longAddresses.test(raw.toString('latin1').replace(/\r?\n[ \t]/g, ' ')))
    throw new MailRefusal(552, 'inbox.too_large');
  try {
    return await simpleParser(raw, { skipTextToHtml: true, skipImageLinks: true, maxHtmlLengthToParse: raw.length });
  } catch {
    throw new MailRefusal(550, 'inbox.empty');
  }
}

/** Vacation notices and bounces; an answer to one could go back and forth for ever. */
function isAutomatic({ headers, from }: ParsedMail): boolean {
  const header = (name: string) => String(headers.get(name) ?? '').toLowerCase();
  return (
    !['', 'no'].includes(header('auto-submitted')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(header('precedence')) ||
    /^(mailer-daemon|postmaster)@/i.test(from?.value[0]?.address ?? '')
  );
}

function readBody(text: string): string {
  const own = stripQuote(text);
  if (!own) throw new MailRefusal(550, 'inbox.empty');
  const parsed = ticketText.safeParse(own);
  if (!parsed.success) throw new MailRefusal(550, 'inbox.too_long');
  if (scanText(parsed.data, 'text')) throw new MailRefusal(550, 'inbox.card_data');
  return parsed.data;
}

/** A reply to a ticket that was merged goes to where its conversation goes on. */
async function lockBySender(sql: Tx, number: number, sender: string): Promise<LockedTicket> {
  const [ticket] = await sql<LockedTicket[]>`
    select t.id, t.number, t.user_id, t.status, t.assignee_id from tickets t left join users u on u.id = t.user_id
    where t.id = (select coalesce(merged_into, id) from tickets where number = ${number}) and ${sender} = lower(coalesce(t.guest_email, u.email))
      and (u.id is null or u.email_verified_at is not null and u.disabled_at is null) for update of t`;
  if (!ticket) throw new MailRefusal(550, 'inbox.other_sender');
  return ticket;
}
