import { href, useLocation } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import { Sections } from '#web/ui/navigation/sections.tsx';

const sections = [
  { to: href('/admin/ledger'), label: messageKey('ledger.title') },
  { to: href('/admin/ledger/accounts'), label: messageKey('ledger.accounts') },
  { to: href('/admin/ledger/transfers'), label: messageKey('ledger.transfers') },
  { to: href('/admin/ledger/trial-balance'), label: messageKey('trial_balance.title') },
  { to: href('/admin/ledger/reconciliation'), label: messageKey('reconciliation.title') },
  { to: href('/admin/ledger/cost-basis'), label: messageKey('cost_basis.title') },
  { to: href('/admin/ledger/outflows'), label: messageKey('outflows.title') },
  { to: href('/admin/ledger/cold-wallets'), label: messageKey('cold_wallets.title') },
  { to: href('/admin/ledger/dormant'), label: messageKey('dormant.title') },
  { to: href('/admin/ledger/tax'), label: messageKey('tax.title') },
  { to: href('/admin/ledger/oss'), label: messageKey('oss.title') },
  { to: href('/admin/ledger/invoices'), label: messageKey('invoices.title') },
  { to: href('/admin/ledger/vat-rates'), label: messageKey('vat_rates.title') },
  { to: href('/admin/ledger/operator'), label: messageKey('operator.title') },
  { to: href('/admin/ledger/months'), label: messageKey('months.title') },
  { to: href('/admin/ledger/chart'), label: messageKey('chart.title') },
];

/** The pages of the ledger, above each of them. */
export function LedgerPages() {
  const { pathname } = useLocation();
  const isHere = (to: string) => to === pathname || (to !== href('/admin/ledger') && pathname.startsWith(`${to}/`));
  return <Sections label={messageKey('ledger.title')} sections={sections} isHere={isHere} />;
}
