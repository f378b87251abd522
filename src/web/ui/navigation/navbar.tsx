import { Form, href, useLocation } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { dropDrafts } from '#web/forms/drop-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { BalanceNote } from './balance-note.tsx';
import { CartBadge } from './cart-badge.tsx';
import { Link } from './link.tsx';
import { Menu } from './menu.tsx';
import { NavEntries, type NavEntry } from './nav-entries.tsx';
import { ThemeSwitch } from './switches/theme-switch.tsx';

const main: NavEntry[] = [
  { to: href('/news'), label: 'nav.news' },
  { to: href('/cards'), label: 'nav.shop' },
  { to: href('/preorder'), label: 'nav.preorder' },
  { to: href('/cart'), label: 'nav.cart' },
  { to: href('/orders'), label: 'nav.orders' },
  { to: href('/bininfo'), label: 'nav.bin' },
];
const billing: NavEntry[] = [
  { to: href('/billing'), label: 'nav.add_fund' },
  { to: href('/billing/history'), label: 'nav.billing_history' },
];
const support: NavEntry[] = [
  { to: href('/support'), label: 'nav.tickets' },
  { to: href('/faq'), label: 'nav.faq' },
];
const profile: NavEntry[] = [
  { to: href('/user/profile'), label: 'nav.profile' },
  { to: href('/limits'), label: 'tiers.title' },
];
const office: NavEntry[] = [
  { to: href('/reseller'), label: 'nav.reseller' },
  { to: href('/admin'), label: 'admin.title' },
];

export function Navbar() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  if (!user) return null;
  return (
    <header className="navbar" data-menu="">
      <div className="navbar-inner">
        <Link className="wordmark" to={href('/')}>
          <Wordmark />
        </Link>
        <div className="nav-end">
          <InboxLink />
          <CartLink />
          <UserMenu />
        </div>
        <Menu className="nav-toggle" label={t('nav.menu')} icon={<Icon name="menu" size={20} />} />
        <nav className="nav-list" aria-label={t('nav.main')}>
          <NavEntries items={main} />
          <Menu label={t('nav.billing')}>
            <NavEntries items={billing} />
          </Menu>
          <Menu label={t('nav.support')}>
            <NavEntries items={support} />
          </Menu>
        </nav>
      </div>
    </header>
  );
}

function CartLink() {
  const { t } = useI18n();
  return (
    <Link to={href('/cart')} className="nav-cart">
      <Icon name="cart" size={20} />
      <span className="visually-hidden">{t('nav.cart')}</span> <CartBadge />
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
          <span>
            <span className="visually-hidden">{t('nav.balance')} </span>
            <Money cents={user.balance_cents} />
          </span>
        </span>
      }
    >
      <BalanceNote />
      <NavEntries items={[...profile, ...office.filter(({ to }) => mayOpen(user, to))]} />
      <ThemeSwitch />
      <Form method="post" action={href('/logout')} onSubmit={dropDrafts}>
        <button type="submit" className="nav-entry">
          {t('nav.logout')}
        </button>
      </Form>
    </Menu>
  );
}

/** Who signs in for a seller has the reseller area, not the rest of the back office; stock is for those who work with it. */
const mayOpen = ({ role, roles }: { role: string; roles: string[] }, to: string) =>
  role === 'admin' &&
  (to === href('/reseller')
    ? holdsDuty(roles, 'importer', 'approver', 'payouts', 'auditor', 'seller')
    : !roles.includes('seller'));
