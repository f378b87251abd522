import { data } from 'react-router';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import { checkMask } from '#contracts/supply/programmes.ts';
import { refused } from '#web/forms/form-data.ts';
import { attempt, type Refusal, type Where } from '#web/server/api.ts';
import { fieldOfError, maskOf } from './facts-of.ts';
import type { Values } from './values.ts';

/** Shows the mask and the card as they would be, and what was typed as it is; nothing of it is kept. */
export async function previewProgramme(where: Where, values: Values, examples: string) {
  const network = values.network as NewProgramme['network'];
  const checked = await attempt(where, checkMask, { body: { code_format: maskOf(values), network } });
  if (!checked.ok) return refused(atFields(checked.refusal), { ...values, examples });
  return data({ refusal: undefined, values: { ...values, examples }, mask: checked.reply.data });
}

/** The API names facts; the form has a field or more for each. */
export function atFields(refusal: Refusal): Refusal {
  const errors = Object.entries(refusal.errors).map(([name, texts]) => [fieldOfError[name] ?? name, texts]);
  return { ...refusal, errors: Object.fromEntries(errors) };
}
