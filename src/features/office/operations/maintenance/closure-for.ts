import type { Ctx } from '../../../ctx.ts';

const UNKNOWN_END_SECONDS = 60;

/** What a visitor who reads `locale` is told while the shop is closed; null while it is open. */
export function closureFor({ maintenance, clock }: Pick<Ctx, 'maintenance' | 'clock'>, locale: string) {
  const closure = maintenance.closure();
  if (!closure) return null;
  const { messages, ends_at } = closure;
  const left = ends_at && Math.ceil((Date.parse(ends_at) - clock.now().getTime()) / 1000);
  return {
    message: messages[locale] ?? messages.en ?? '',
    ends_at,
    retry_after_seconds: left ? Math.max(1, left) : UNKNOWN_END_SECONDS,
  };
}
