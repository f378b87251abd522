import type { Actor } from '../../../ctx.ts';

/** Whether the caller holds one of these duties. */
export const holdsDuty = ({ user: { roles } }: Actor, ...duties: readonly string[]): boolean =>
  duties.some((duty) => roles.includes(duty));
