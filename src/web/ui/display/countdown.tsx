import { useEffect, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type CountdownStatus, countdownState, timeLeft } from './countdown-state.ts';
import { Tag, type Tone } from './tag.tsx';

interface Props {
  starts_at?: string;
  ends_at: string;
  /** The server's time at rendering, so that server and browser first render the same text. */
  now: string;
  label: string;
}

const tones: Record<CountdownStatus, Tone> = { upcoming: 'info', running: 'good', expired: 'warn' };

/** Time left with a status tag; ticks by the server's clock once JavaScript runs. */
export function Countdown({ starts_at, ends_at, now, label }: Props) {
  const { t } = useI18n();
  const [now_ms, setNow] = useState(() => Date.parse(now));
  useEffect(() => {
    const ahead_ms = Date.parse(now) - Date.now();
    const tick = () => setNow(Date.now() + ahead_ms);
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [now]);
  const { status, left_ms } = countdownState({ starts_at, ends_at }, now_ms);
  const left = timeLeft(left_ms);
  return (
    <span className="countdown" role="timer" aria-label={label}>
      <Tag tone={tones[status]}>{t(`countdown.${status}`)}</Tag>
      {status === 'expired' ? null : (
        <time dateTime={ends_at}>{left.days ? t('countdown.days', left) : left.clock}</time>
      )}
    </span>
  );
}
