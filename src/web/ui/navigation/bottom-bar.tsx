import { href, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useCartIds } from '#web/root-data/use-cart-ids.ts';
import { useInOffice } from '#web/root-data/use-in-office.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Icon, type IconName } from '#web/ui/display/icon.tsx';
import { CartBadge } from './cart-badge.tsx';
import { Link } from './link.tsx';
import { Menu } from './menu.tsx';
import { NavEntries, type NavEntry } from './nav-entries.tsx';

interface Tab extends NavEntry {
  icon: IconName;
  /** The pages that belong to it, besides those below its own. */
  area?: RegExp;
}

const news = { to: href('/news'), label: 'nav.news' } as const;
const funds = { to: href('/billing'), label: 'nav.funds', icon: 'funds' } as const;
const cart = { to: href('/cart'), label: 'nav.cart', icon: 'cart' } as const;
const tickets = { to: href('/support'), label: 'nav.tickets' } as const;
const more: NavEntry[] = [
  { to: href('/billing/history'), label: 'nav.billing_history' },
  { to: href('/faq'), label: 'nav.faq' },
];

const active: { tabs: Tab[]; more: NavEntry[] } = {
  tabs: [
    { to: href('/cards'), label: 'nav.shop', icon: 'shop', area: /^.brands\b/ },
    cart,
    { to: href('/orders'), label: 'nav.orders', icon: 'orders', area: /^.gifts\b/ },
    { ...funds, area: /^.activation\b/ },
  ],
  more: [
    news,
    { to: href('/preorder'), label: 'nav.preorder' },
    { to: href('/bininfo'), label: 'nav.bin' },
    tickets,
    ...more,
  ],
};

/** What somebody may open whose account isn't active yet. */
const inactive: typeof active = {
  tabs: [
    { to: href('/activation'), label: 'nav.activate', icon: 'done' },
    funds,
    { ...news, icon: 'news' },
    { ...tickets, icon: 'support' },
  ],
  more,
};

/** The same for whoever has filled a cart meanwhile, as a public catalogue lets them. */
const filling: typeof active = {
  tabs: inactive.tabs.map((tab) => (tab.to === news.to ? cart : tab)),
  more: [news, ...more],
};

/** The main pages of the shop within reach of a thumb. On phones only: it takes the place of the navbar's list of pages. */
export function BottomBar() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  const inOffice = useInOffice();
  const hasCart = useCartIds().length > 0;
  if (!user || inOffice) return null;
  const { tabs, more } = user.roles.includes('inactive') ? (hasCart ? filling : inactive) : active;
  return (
    <nav className="bottom-bar" aria-label={t('nav.quick')}>
      {tabs.map((tab) => (
        <BarTab key={tab.to} {...tab} />
      ))}
      <Menu className="bottom-more" label={<BarLabel icon="more" label={t('nav.more')} />}>
        <NavEntries items={more} />
      </Menu>
    </nav>
  );
}

function BarTab({ to, label, icon, area }: Tab) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const isWithin = pathname.startsWith(`${to}/`) || area?.test(pathname);
  return (
    <Link to={to} className="bottom-tab" aria-current={pathname === to ? 'page' : isWithin ? 'true' : undefined}>
      <BarLabel icon={icon} label={t(label)} />
    </Link>
  );
}

function BarLabel({ icon, label }: { icon: IconName; label: string }) {
  return (
    <span className="bottom-label">
      <Icon name={icon} size={22} />
      <span>{label}</span> {icon === 'cart' ? <CartBadge /> : null}
    </span>
  );
}
