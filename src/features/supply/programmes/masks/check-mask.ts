import { randomInt } from 'node:crypto';
import type { Input, Reply } from '#contracts/call.ts';
import type { checkMask as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { checkFormat } from '../../../oversight/import-guard/check-format.ts';
import { describeMask, describePin } from '../../../oversight/import-guard/masks/format.ts';
import { randomCode, randomPin } from '../../../oversight/import-guard/random-code.ts';

/** An example of a mask, or its shape where the guard refuses it, and what the guard says of it, for whoever is about to propose it. */
export async function checkMask(
  _ctx: Ctx,
  actor: Actor,
  { body: { code_format, network } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'importer');
  const { code, pin } = code_format;
  if (code.kind === 'numeric' && code.prefix.length >= code.length)
    throw invalidField('code_format', message('mask.prefix_long'));
  const rule = checkFormat(code_format, network);
  // An example of a refused mask could be somebody's card number.
  if (rule) return { data: { code: describeMask(code), pin: pin && describePin(pin), rule } };
  return { data: { code: randomCode(code, randomInt), pin: pin && randomPin(pin, randomInt), rule: null } };
}
