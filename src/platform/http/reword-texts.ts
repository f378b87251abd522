import type { Call } from '#contracts/call.ts';
import type { ScannedSurface } from '#contracts/surface.ts';
import type { Message } from '#i18n/message.ts';
import { AppError, type FieldErrors } from './errors.ts';
import { scannedFields } from './refuse-card-data.ts';

/** What is stored of a text in place of what was typed, or why nothing of it is. */
export type Reworded = { text: string } | { refusal: Message };

/** Only the process with the master key can tell what may be stored of a text. */
export class VaultNeededError extends Error {
  override name = 'VaultNeededError';
}

/** Nothing reads as before with a part of it replaced. */
const SHAPED: ReadonlySet<string> = new Set<ScannedSurface>(['identifier', 'email', 'tax_id']);

/**
 * Replaces every text in a body by what may be stored of it. Returns whether anything changed: then the body has to fit its
 * contract again.
 * @throws AppError `invalid` with the fields that are refused
 */
export async function rewordTexts(
  call: Call,
  body: unknown,
  reword: (text: string) => Promise<Reworded>,
): Promise<boolean> {
  const errors: FieldErrors = Object.create(null);
  let changed = false;
  for (const { path, surface } of scannedFields(call)) {
    const [part, field = '', ...rest] = path;
    if (part !== 'body' || SHAPED.has(surface)) continue;
    await replaceAt(body, [field, ...rest], async (text) => {
      const reworded = await reword(text);
      if ('refusal' in reworded) errors[field] = [reworded.refusal];
      else if (reworded.text !== text) changed = true;
      return 'text' in reworded ? reworded.text : text;
    });
  }
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw new AppError('invalid', first, errors);
  return changed;
}

/** Replaces the strings at a path below a value; `*` is each entry. */
async function replaceAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  replace: (text: string) => Promise<string>,
): Promise<void> {
  if (typeof value !== 'object' || value === null || step === undefined) return;
  const holder = value as Record<string, unknown>;
  const names = step === '*' ? Object.keys(holder) : Object.hasOwn(holder, step) ? [step] : [];
  for (const name of names) {
    const held = holder[name];
    if (typeof held === 'string') holder[name] = rest.length === 0 ? await replace(held) : held;
    else await replaceAt(held, rest, replace);
  }
}
