import { useEffect } from 'react';
import { href } from 'react-router';

/** Marks the news as read. The markers on the page stay until it is next opened. */
export function useMarkNewsRead(unread: boolean): void {
  useEffect(() => {
    if (unread) fetch(href('/news/read'), { method: 'POST', redirect: 'manual' }).catch(() => {});
  }, [unread]);
}
