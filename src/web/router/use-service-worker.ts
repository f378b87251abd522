import { useEffect } from 'react';
import { whenIdle } from '#web/live/when-idle.ts';

/** Without its worker the shop works as before: only the page for a device that is offline is missing. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (import.meta.env.PROD && 'serviceWorker' in navigator)
      return whenIdle(() => navigator.serviceWorker.register('/sw.js').catch(() => {}));
  }, []);
}
