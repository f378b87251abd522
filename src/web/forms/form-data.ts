import { data } from 'react-router';
import { message, type Text } from '#i18n/message.ts';
import type { Refusal } from '#web/server/api.ts';

const LIMIT_BYTES = 64 * 1024;

interface FormFields {
  (name: string): string;
  /** Every value of a field that may come several times, such as checkboxes of one name. */
  all: (name: string) => string[];
}

/** The text fields of a submitted form; a body that is no form, or too large a one, is refused. */
export async function readForm(request: Request): Promise<FormFields> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    throw data({ message: message('form.not_understood') }, { status: 415 });
  const form = new URLSearchParams(await readText(request));
  return Object.assign((name: string) => form.get(name) ?? '', { all: (name: string) => form.getAll(name) });
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > LIMIT_BYTES) throw data({ message: message('form.too_large') }, { status: 413 });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What a form shows again after a refusal: what was wrong and what was typed. */
export const refused = <V extends Record<string, string>>(refusal: Refusal, values: V) =>
  data({ refusal, values }, { status: refusal.status });

/** A refusal found before the API is asked. */
export const refusedField = (field: string, message: Text): Refusal => ({
  status: 422,
  message,
  errors: { [field]: [message] },
});

/** A field that holds JSON; undefined where it doesn't, for the API to refuse. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
