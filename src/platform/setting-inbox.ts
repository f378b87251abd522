/** Where replies to tickets arrive by SMTP. */
export interface Inbox {
  host: string;
  port: number;
  /** The part of the reply addresses after the @. */
  domain: string;
  /** Files; without them the endpoint speaks to a mail server on this machine only. */
  tls: { key_file: string; cert_file: string } | null;
}
