import { href, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';

const sections = [
  { to: href('/orders'), label: messageKey('orders.title') },
  { to: href('/orders/cards'), label: messageKey('wallet.title') },
];

/** The two views of what somebody bought. */
export function OrderSections() {
  const { pathname } = useLocation();
  return <Sections label={messageKey('wallet.sections')} sections={sections} isHere={(to) => pathname === to} />;
}
