import { data } from 'react-router';
import type { Refusal } from '#web/api.ts';

/** The text fields of a submitted form. */
export async function readForm(request: Request): Promise<(name: string) => string> {
  const form = await request.formData();
  return (name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
}

/** What a form shows again after a refusal: what was wrong and what was typed. */
export const refused = <V extends Record<string, string>>(refusal: Refusal, values: V) =>
  data({ refusal, values }, { status: refusal.status });

/** A refusal found before the API is asked. */
export const refusedField = (field: string, message: string): Refusal => ({
  status: 422,
  message,
  errors: { [field]: [message] },
});
