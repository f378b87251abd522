import {
  ArrowDown,
  ArrowUp,
  Bell,
  BriefcaseBusiness,
  Check,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Copy,
  Ellipsis,
  Eye,
  Info,
  KeyRound,
  LifeBuoy,
  Menu,
  Newspaper,
  Package,
  Printer,
  Search,
  ShieldAlert,
  ShoppingCart,
  Store,
  Wallet,
  X,
} from 'lucide';
import { createElement } from 'react';

const icons = {
  ascending: ArrowUp,
  bell: Bell,
  cart: ShoppingCart,
  check: Check,
  copy: Copy,
  cross: X,
  descending: ArrowDown,
  done: CircleCheck,
  funds: Wallet,
  eye: Eye,
  info: Info,
  key: KeyRound,
  left: ChevronLeft,
  menu: Menu,
  more: Ellipsis,
  news: Newspaper,
  office: BriefcaseBusiness,
  open: CircleDashed,
  orders: Package,
  print: Printer,
  problem: CircleAlert,
  right: ChevronRight,
  search: Search,
  shield: ShieldAlert,
  shop: Store,
  support: LifeBuoy,
};

export type IconName = keyof typeof icons;

/** A decorative icon beside text that says the same; hidden from screen readers. */
export function Icon({ name, size }: { name: IconName; size: number }) {
  const box = { xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none' };
  const stroke = { stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  const shapes = icons[name].map(([tag, attributes]) => createElement(tag, attributes));
  return createElement('svg', { ...box, ...stroke, 'aria-hidden': true }, ...shapes);
}
