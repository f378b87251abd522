export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at one mail, so that a second delivery can be told. */
  message_id: string;
}

export interface Mailer {
  /** Hands a mail over; throws a MailError where it was not taken. */
  send(mail: Mail): Promise<void>;
}

/** A mail was not taken. Its message names codes only: what a server answers may repeat what the mail says. */
export class MailError extends Error {
  override name = 'MailError';
  /** Refused for good: another attempt would be answered alike. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}
