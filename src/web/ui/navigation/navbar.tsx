import { Form, href, useLocation } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { dropDrafts } from '#web/forms/drop-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useInOffice } from '#web/root-data/use-in-office.ts';
import { type RootData, useRootData } from '#web/root-data/use-root-data.ts';
import { Icon, type IconName } from '#web/ui/display/icon.tsx';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { PaletteButton } from '#web/ui/palette/palette-button.tsx';
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

interface Place extends NavEntry {
  icon: IconName;
}

const shop: Place = { to: href('/cards'), label: 'nav.shop', icon: 'shop' };
const backOffice: Place = { to: href('/admin'), label: 'admin.title', icon: 'office' };

export function Navbar() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  const inOffice = useInOffice();
  if (!user) return null;
  if (inOffice) return <OfficeHead />;
  return (
    <header className="navbar" data-menu="">
      <div className="navbar-inner">
        <Link className="wordmark" to={href('/')}>
          <Wordmark />
        </Link>
        <div className="nav-end">
          {opensOffice(user) ? <SwitchLink {...backOffice} /> : null}
          <PaletteButton />
          <InboxLink />
          <CartLink />
          <UserMenu balance />
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

/** The head of the office: what it is, the way to the shop, and who is signed in. */
function OfficeHead() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  return (
    <header className="navbar">
      <div className="navbar-inner">
        <Link className="wordmark" to={user && opensOffice(user) ? href('/admin') : href('/reseller')}>
          <Wordmark />
        </Link>
        <span className="nav-place">{t('admin.title')}</span>
        <nav className="nav-end" aria-label={t('nav.main')}>
          <SwitchLink {...shop} />
          <InboxLink />
          <UserMenu />
        </nav>
      </div>
    </header>
  );
}

/** Between the shop and its office. */
function SwitchLink({ to, label, icon }: Place) {
  const { t } = useI18n();
  return (
    <Link to={to} className="nav-entry nav-switch">
      <Icon name={icon} size={20} />
      <span>{t(label)}</span>
    </Link>
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

function UserMenu({ balance = false }: { balance?: boolean }) {
  const { t } = useI18n();
  const user = useRootData()?.user;
  if (!user) return null;
  return (
    <Menu
      className="nav-account"
      label={
        <span className="nav-user">
          <span className="nav-username">{user.username}</span>
          {balance ? (
            <span>
              <span className="visually-hidden">{t('nav.balance')} </span>
              <Money cents={user.balance_cents} />
            </span>
          ) : null}
        </span>
      }
    >
      {balance ? <BalanceNote /> : null}
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

type Staff = Pick<NonNullable<RootData['user']>, 'role' | 'roles'>;

/** Who signs in for a seller has the reseller area, not the rest of the back office. */
const opensOffice = ({ role, roles }: Staff) => role === 'admin' && !roles.includes('seller');

/** Stock is for those who work with it. */
const mayOpen = (user: Staff, to: string) =>
  to === href('/reseller')
    ? user.role === 'admin' && holdsDuty(user.roles, 'importer', 'approver', 'payouts', 'auditor', 'seller')
    : opensOffice(user);
