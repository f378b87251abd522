import { useWords } from '#web/live/use-words.ts';

export function Money({ cents, currency }: { cents: number; currency?: string }) {
  return <span className="money">{useWords().money(cents, currency)}</span>;
}
