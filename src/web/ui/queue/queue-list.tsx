import { useEffect, useRef } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Queue } from '#web/router/use-queue.ts';
import { useShortcuts } from '#web/ui/controls/use-shortcuts.ts';
import { useRowKeys } from '#web/ui/data/use-row-keys.ts';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/office/queue.css';

/** The list that somebody works through, beside the record that is open: j, k and Enter lead from one to the next. */
export function QueueList({ queue: { name, items, current } }: { queue: Queue }) {
  const { t } = useI18n();
  const nav = useRef<HTMLElement>(null);
  const keys = useRowKeys(items.map(({ id }) => id));
  useShortcuts();
  // Of the list alone: the page stays where it is.
  useEffect(() => showRow(nav.current, current), [current]);
  const title = t(`queue.${name}`);
  return (
    <nav className="queue-list" aria-label={title} ref={nav}>
      <p className="queue-head">{title}</p>
      {items.length ? (
        <ol {...keys.on}>
          {items.map(({ id, to, title, detail, at, cents }) => (
            <li key={id} data-key={id}>
              <Link
                to={to}
                data-open
                tabIndex={keys.tabIndexOf(id)}
                aria-current={id === current ? 'page' : undefined}
                preventScrollReset
              >
                <span className="queue-title">{title}</span>
                <small>
                  <span>{detail}</span>
                  {cents === null ? <Time at={at} day /> : <Money cents={cents} />}
                </small>
              </Link>
            </li>
          ))}
        </ol>
      ) : (
        <p className="small muted queue-head">{t('queue.empty')}</p>
      )}
    </nav>
  );
}

function showRow(nav: HTMLElement | null, id: string | null): void {
  const row = id && nav?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`);
  if (!nav || !row) return;
  const [around, own] = [nav.getBoundingClientRect(), row.getBoundingClientRect()];
  if (own.top < around.top || own.bottom > around.bottom)
    nav.scrollTop += own.top - around.top - (around.height - own.height) / 2;
}
