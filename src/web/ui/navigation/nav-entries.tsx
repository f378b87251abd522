import { href, useLocation } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { CartBadge } from './cart-badge.tsx';
import { Link } from './link.tsx';

export interface NavEntry {
  to: string;
  label: MessageKey;
}

/** The links of a menu. */
export function NavEntries({ items }: { items: readonly NavEntry[] }) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== href('/billing') && pathname.startsWith(`${to}/`));
  return items.map(({ to, label }) => (
    <Link key={to} to={to} className="nav-entry" aria-current={isHere(to) ? 'page' : undefined}>
      {t(label)}
      {to === href('/cart') ? <CartBadge /> : null}
    </Link>
  ));
}
