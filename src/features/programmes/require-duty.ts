import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../ctx.ts';

const TEXTS = {
  importer: 'Only an admin with the duty of an importer may do this.',
  approver: 'Only an admin with the duty of an approver may do this.',
} as const;

/** Stock is an admin's work, and each half of it a duty of its own. */
export function requireDuty(actor: Actor, duty: keyof typeof TEXTS): void {
  const { role, roles } = actor.user;
  if (role !== 'admin' || !roles.includes(duty)) throw new AppError('forbidden', TEXTS[duty]);
}
