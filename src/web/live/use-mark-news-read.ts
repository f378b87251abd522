import { useEffect } from 'react';

/** Tells the shop that the news were looked at. The marks stay as they are until the page is opened again. */
export function useMarkNewsRead(unread: boolean): void {
  useEffect(() => {
    if (unread) fetch('/news/read', { method: 'POST', redirect: 'manual' }).catch(() => {});
  }, [unread]);
}
