export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The PNG that the HTML shows as `cid:logo`. */
  logo?: Buffer;
  /** The same for every attempt at one mail, so that a duplicate delivery can be recognised. */
  message_id: string;
  /** Where replies go, if not to the sender. */
  reply_to?: string;
  /** Mail programs post here to end mails of this kind (RFC 8058). */
  unsubscribe_url?: string;
}

export interface Mailer {
  /** Hands a mail over; throws a MailError if it was not accepted. */
  send(mail: Mail): Promise<void>;
  /** Throws a MailError unless the server would take mails from us now: asks it without sending one. */
  check(): Promise<void>;
}

/** A mail was not accepted. The message names codes only: a server's reply may repeat the mail's content. */
export class MailError extends Error {
  override name = 'MailError';
  /** Refused for good: a retry would get the same answer. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}
