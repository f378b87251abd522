import type en from './en.json';

/** The key of a catalogue text. */
export type MessageKey = keyof typeof en;

/** Money in a message, written as the reader's language writes it. */
export interface Amount {
  cents: number;
  currency?: string;
}

/** An amount of a coin in a message, in base units. */
export interface Coins {
  units: string;
  coin: 'BTC' | 'ETH' | 'LTC';
}

/** A time in a message, or a day if `day` is set. */
export interface Moment {
  at: string;
  day?: boolean;
}

/** A month in a message, such as 2026-11. */
export interface Month {
  month: string;
}

export type Value = string | number | Amount | Coins | Moment | Month | Message;

/** A catalogue text with its values, translated only when somebody reads it. */
export interface Message {
  key: MessageKey;
  values?: Record<string, Value>;
}

/** Finished text, or a message that still has to be translated. */
export type Text = string | Message;

export const message = (key: MessageKey, values?: Record<string, Value>): Message =>
  values ? { key, values } : { key };

/** A key where only a plain string fits, such as the message of a schema. */
export const messageKey = (key: MessageKey): MessageKey => key;

export const isText = (value: unknown): value is Text =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'key' in value);

declare module '@lingui/core' {
  interface Register {
    messageIds: MessageKey;
  }
}
