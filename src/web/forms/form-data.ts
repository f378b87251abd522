import { data } from 'react-router';
import { message, type Text } from '#i18n/message.ts';
import type { Refusal } from '#web/server/api.ts';

const LIMIT_BYTES = 64 * 1024;
/** For texts of twenty pages: encoded, a character takes up to six bytes. */
export const LONG_FORM_BYTES = 512 * 1024;

export interface FormFields {
  (name: string): string;
  /** Every value of a repeatable field, such as checkboxes with the same name. */
  all: (name: string) => string[];
}

/** The text fields of a submitted form; rejects a body that is not a form or is too large. */
export async function readForm(request: Request, limit_bytes = LIMIT_BYTES): Promise<FormFields> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    throw data({ message: message('form.not_understood') }, { status: 415 });
  const form = new URLSearchParams(await readText(request, limit_bytes));
  return Object.assign((name: string) => form.get(name) ?? '', { all: (name: string) => form.getAll(name) });
}

async function readText(request: Request, limit_bytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit_bytes) throw data({ message: message('form.too_large') }, { status: 413 });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What a form shows again after an error: the errors and the input. */
export const refused = <V extends Record<string, string>>(refusal: Refusal, values: V) =>
  data({ refusal, values }, { status: refusal.status });

/** An error found before the API is called. */
export const refusedField = (field: string, message: Text): Refusal => ({
  status: 422,
  message,
  errors: { [field]: [message] },
});

/** Parses a JSON field; undefined if invalid, for the API to reject. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
