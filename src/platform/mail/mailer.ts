export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at one mail, so that a duplicate delivery can be recognised. */
  message_id: string;
}

export interface Mailer {
  /** Hands a mail over; throws a MailError if it was not accepted. */
  send(mail: Mail): Promise<void>;
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
