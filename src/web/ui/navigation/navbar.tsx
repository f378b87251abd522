import { type ReactNode, useEffect, useRef } from 'react';
import { Form, href, useLocation } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useCartIds } from '#web/root-data/use-cart-ids.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Mark } from '#web/ui/display/mark.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Link } from './link.tsx';

interface Item {
  to: string;
  label: MessageKey;
}

const main: Item[] = [
  { to: href('/news'), label: 'nav.news' },
  { to: href('/cards'), label: 'nav.shop' },
  { to: href('/cart'), label: 'nav.cart' },
  { to: href('/orders'), label: 'nav.orders' },
  { to: href('/bininfo'), label: 'nav.bin' },
];
const billing: Item[] = [
  { to: href('/billing'), label: 'nav.add_fund' },
  { to: href('/billing/history'), label: 'nav.billing_history' },
];
const support: Item[] = [{ to: href('/faq'), label: 'nav.faq' }];
const profile: Item = { to: href('/user/profile'), label: 'nav.profile' };
const office: Item[] = [
  { to: href('/reseller'), label: 'nav.reseller' },
  { to: href('/admin'), label: 'admin.title' },
];

export function Navbar() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  if (!user) return null;
  return (
    <header className="navbar">
      <div className="navbar-inner">
        <Link className="wordmark" to={href('/')}>
          <Mark />
          Facevalue
        </Link>
        <div className="nav-end">
          <InboxLink />
          <CartLink />
          <UserMenu />
        </div>
        <Menu className="nav-toggle" label={t('nav.menu')} icon={<Icon name="menu" size={20} />} />
        <nav className="nav-list" aria-label={t('nav.main')}>
          <Entries items={main} />
          <Menu label={t('nav.billing')}>
            <Entries items={billing} />
          </Menu>
          <Menu label={t('nav.support')}>
            <Entries items={support} />
          </Menu>
        </nav>
      </div>
    </header>
  );
}

function Entries({ items }: { items: Item[] }) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== href('/billing') && pathname.startsWith(`${to}/`));
  return items.map(({ to, label }) => (
    <Link key={to} to={to} className="nav-entry" aria-current={isHere(to) ? 'page' : undefined}>
      {t(label)}
      {to === href('/cart') ? <Badge /> : null}
    </Link>
  ));
}

function Badge() {
  const { t } = useI18n();
  const count = useCartIds().length;
  return count ? (
    <span className="badge">
      {count}
      <span className="visually-hidden"> {t('nav.in_cart')}</span>
    </span>
  ) : null;
}

function CartLink() {
  const { t } = useI18n();
  return (
    <Link to={href('/cart')} className="nav-cart">
      <Icon name="cart" size={20} />
      <span className="visually-hidden">{t('nav.cart')}</span> <Badge />
    </Link>
  );
}

function InboxLink() {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const count = useRootData()?.user?.unread_notifications ?? 0;
  return (
    <Link
      to={href('/notifications')}
      className="nav-icon"
      aria-label={t('nav.inbox', { count })}
      aria-current={pathname === href('/notifications') ? 'page' : undefined}
    >
      <Icon name="bell" size={20} />
      {count ? <span className="badge">{count > 99 ? '99+' : count}</span> : null}
    </Link>
  );
}

function UserMenu() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  if (!user) return null;
  return (
    <Menu
      className="nav-account"
      label={
        <span className="nav-user">
          <span className="nav-username">{user.username}</span>
          <Money cents={user.balance_cents} />
        </span>
      }
    >
      <Entries items={[profile, ...office.filter(({ to }) => mayOpen(user, to))]} />
      <Form method="post" action={href('/logout')}>
        <button type="submit" className="nav-entry">
          {t('nav.logout')}
        </button>
      </Form>
    </Menu>
  );
}

/** Who signs in for a seller has the reseller area, not the rest of the back office. */
const mayOpen = ({ role, roles }: { role: string; roles: string[] }, to: string) =>
  role === 'admin' && (to === href('/reseller') || !roles.includes('seller'));

interface MenuProps {
  label: ReactNode;
  icon?: ReactNode;
  className?: string;
  /** The menu's content; without it the summary only opens what CSS ties to it. */
  children?: ReactNode;
}

/** A menu that opens without JavaScript; with it, Escape, an outside click or a navigation closes it. */
function Menu({ label, icon, className = '', children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (box.current?.open && location.key) box.current.open = false;
  }, [location.key]);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = box.current;
      if (!menu?.open || staysOpen(menu, event)) return;
      if (event.type === 'keydown') menu.querySelector('summary')?.focus();
      menu.open = false;
    };
    const events = ['pointerdown', 'click', 'focusin', 'keydown'];
    for (const name of events) document.addEventListener(name, close);
    return () => {
      for (const name of events) document.removeEventListener(name, close);
    };
  }, []);
  return (
    <details className={`menu ${className}`} ref={box}>
      <summary className="nav-entry">
        {icon}
        {icon ? <span className="visually-hidden">{label}</span> : label}
      </summary>
      {children ? <div className="menu-panel">{children}</div> : null}
    </details>
  );
}

function staysOpen(menu: Element, event: Event): boolean {
  if (event instanceof KeyboardEvent) return event.key !== 'Escape';
  const target = event.target as Element;
  if (menu.contains(target) || isInList(menu, target)) return true;
  // Touch also moves the focus; only keyboard focus leaving the menu should close it.
  if (event.type === 'focusin') return !target.matches(':focus-visible');
  // On a small screen, a menu closing on touch would shift the target being pressed: the click closes it instead.
  return event.type === 'pointerdown' && Boolean(menu.closest('.nav-list')?.contains(target));
}

/** On a small screen the list of pages sits beside the button that opens it, not inside it. */
const isInList = (menu: Element, target: Node) =>
  menu.classList.contains('nav-toggle') && menu.nextElementSibling?.contains(target);
