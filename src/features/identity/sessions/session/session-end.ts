import { HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import type { Config } from '#platform/config.ts';
import { ABSOLUTE_MS, IDLE_MS } from './session-token.ts';

type Limits = Pick<Config, 'staff_session_hours' | 'staff_idle_minutes'>;

interface Session {
  /** Of its user now: somebody who joins the staff has its limits at once. */
  role: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

/** How long sessions last without use, and in any case. */
export const sessionLimits = ({ staff_idle_minutes, staff_session_hours }: Limits, role: string | null) =>
  role === 'admin'
    ? { idle_ms: staff_idle_minutes * MINUTE_MS, absolute_ms: staff_session_hours * HOUR_MS }
    : { idle_ms: IDLE_MS, absolute_ms: ABSOLUTE_MS };

/** When a session ends unless it is used, in milliseconds, and by which limit. */
export function sessionEnd(limits: Limits, { role, ...session }: Session): { at: number; by: 'idle' | 'absolute' } {
  const { idle_ms, absolute_ms } = sessionLimits(limits, role);
  const idle = Date.parse(session.last_used_at) + idle_ms;
  const absolute = Math.min(Date.parse(session.expires_at), Date.parse(session.created_at) + absolute_ms);
  return idle < absolute ? { at: idle, by: 'idle' } : { at: absolute, by: 'absolute' };
}
