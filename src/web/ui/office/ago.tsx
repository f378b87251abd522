import { useEffect, useState } from 'react';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';

/** Longer ago, people name the day. */
const MAX_DAYS = 90;

/** How long ago something was as people say it, "34 d", or how far ahead: "in 2 h". The exact time is there on hover. */
export function Ago({ at }: { at: string }) {
  const { t, day, time } = useI18n();
  const now = useNow();
  const away_ms = now - Date.parse(at);
  const size_ms = Math.abs(away_ms);
  const span = spanOf(size_ms);
  let text = day(at);
  if (span === null) text = t('ago.now');
  else if (size_ms < MAX_DAYS * DAY_MS) {
    text = t(span.unit, { count: span.count });
    if (away_ms < 0) text = t('ago.ahead', { span: text });
  }
  return (
    <time dateTime={at} title={time(at)}>
      {text}
    </time>
  );
}

/** In its largest whole unit; null: less than a minute. */
function spanOf(size_ms: number) {
  if (size_ms < MINUTE_MS) return null;
  if (size_ms < HOUR_MS) return { unit: 'ago.minutes', count: Math.floor(size_ms / MINUTE_MS) } as const;
  if (size_ms < DAY_MS) return { unit: 'ago.hours', count: Math.floor(size_ms / HOUR_MS) } as const;
  return { unit: 'ago.days', count: Math.floor(size_ms / DAY_MS) } as const;
}

/** What time it is by the page's clock, which the browser's carries on from the rendering. */
function useNow(): number {
  const rendered = useRootData()?.now ?? '';
  const [passed, setPassed] = useState({ since: rendered, ms: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed({ since: rendered, ms: performance.now() - start }), MINUTE_MS);
    return () => clearInterval(timer);
  }, [rendered]);
  return Date.parse(rendered) + (passed.since === rendered ? passed.ms : 0);
}
